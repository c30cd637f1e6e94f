// Run Python code in an engine as pages do: node engine.mjs FOLDER FILE
import { readFileSync } from 'node:fs';
import { argv } from 'node:process';

const [folder, file] = argv.slice(2);
const { loadPyodide } = await import(`${folder}/pyodide.mjs`);
const python = await loadPyodide({
  indexURL: folder,
  stdLibURL: `${folder}/stdlib.zip`,
  packageBaseUrl: folder,
  lockFileContents: {
    info: {
      abi_version: '2026_0',
      arch: 'wasm32',
      platform: 'emscripten_5_0_3',
      python: '3.14.2',
      version: '314.0.7',
    },
    packages: {},
  },
});
for (const name of ['msgspec.zip', 'engine.zip'])
  python.unpackArchive(new Uint8Array(readFileSync(`${folder}/${name}`)), 'zip', {
    extractDir: '/engine',
  });
python.runPython('import sys; sys.path.insert(0, "/engine")');
python.runPython(readFileSync(file, 'utf8'));
