/**
 * Compile the engine with the Python that will run it: `node compile-engine.js FOLDER`.
 *
 * The folder holds `source.zip`; `stdlib.zip`, `msgspec.zip` and `engine.zip` are written
 * next to it.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { argv, exit } from 'node:process';
import { fileURLToPath } from 'node:url';

import { loadPyodide } from 'pyodide';

const folder = argv[2];
try {
  const python = await loadPyodide();
  const source = new Uint8Array(readFileSync(join(folder, 'source.zip')));
  python.unpackArchive(source, 'zip', { extractDir: '/engine' });
  const compiler = fileURLToPath(new URL('compile_engine.py', import.meta.url));
  python.runPython(readFileSync(compiler, 'utf8'), { filename: compiler });
  for (const name of ['stdlib.zip', 'msgspec.zip', 'engine.zip'])
    writeFileSync(join(folder, name), python.FS.readFile(`/${name}`));
} catch (error) {
  console.error(error.message); // without the line of Pyodide, which is its whole source
  exit(1);
}
