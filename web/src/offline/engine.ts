import { fetchFromServer } from '../connection/network';

import type { Engine } from './device-tables';

/** The part of Pyodide that we use. It comes with the engine and is not bundled. */
interface Python {
  unpackArchive(archive: ArrayBuffer, format: 'zip', options: { extractDir: string }): void;
  runPython(code: string): unknown;
}

/** A list in Python. */
interface PythonList {
  toJs(): string[];
  destroy(): void;
}

interface Pyodide {
  version: string;
  loadPyodide(options: {
    indexURL: string;
    stdLibURL: string;
    packageBaseUrl: string;
    lockFileContents: object;
  }): Promise<Python>;
}

/** Pyodide would fetch this from its own address. We need none of its packages. */
const lockFor = (version: string) => ({
  info: {
    abi_version: '2026_0',
    arch: 'wasm32',
    platform: 'emscripten_5_0_3',
    python: '3.14.2',
    version,
  },
  packages: {},
});

const START = `
import sys
sys.path.insert(0, "/engine")
from spadille.offline.session import Session
Session()
`;

/** Start Python with the engine in a folder of the server. It takes seconds. */
export async function startEngine(folder: string): Promise<Engine> {
  const fetched = fetchFromServer(`${folder}engine.zip`, {}).then(ok);
  const pyodide = (await import(/* @vite-ignore */ `${folder}pyodide.mjs`)) as Pyodide;
  const python = await pyodide.loadPyodide({
    indexURL: folder,
    stdLibURL: `${folder}stdlib.zip`,
    packageBaseUrl: folder,
    lockFileContents: lockFor(pyodide.version),
  });
  const archive = await (await fetched).arrayBuffer();
  python.unpackArchive(archive, 'zip', { extractDir: '/engine' });
  const session = python.runPython(START) as { handle(text: string): PythonList };
  return {
    handle(text) {
      const list = session.handle(text);
      const texts = list.toJs();
      list.destroy();
      return texts;
    },
  };
}

function ok(response: Response): Response {
  if (!response.ok) throw new Error(`${response.url} is missing`);
  return response;
}
