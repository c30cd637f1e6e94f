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
    createPyodideModule: (settings: object) => Promise<object>;
    indexURL: string;
    stdLibURL: string;
    packageBaseUrl: string;
    lockFileContents: object;
  }): Promise<Python>;
}

interface PyodideModule {
  default(settings: object): Promise<object>;
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

/** Our own modules, and the package that they need. */
const ARCHIVES = ['msgspec.zip', 'engine.zip'];

const importPlain = (url: string): Promise<unknown> => import(/* @vite-ignore */ url);

/** Start Python with these files of the engine. It takes seconds. */
export async function startEngine(
  files: readonly string[],
  importScript = importPlain,
): Promise<Engine> {
  const find = (name: string) => {
    const path = files.find((one) => one.endsWith(`/${name}`));
    if (path === undefined) throw new Error(`${name} is missing`);
    return path;
  };
  const fetched = Promise.all(ARCHIVES.map((name) => fetchFromServer(find(name), {}).then(bytes)));
  const loader = find('pyodide.mjs');
  const folder = loader.replace(/[^/]+$/, '');
  const module = importScript(find('pyodide.asm.mjs')) as Promise<PyodideModule>; // large
  for (const promise of [fetched, module]) promise.catch(() => undefined); // awaited below
  const pyodide = (await importScript(loader)) as Pyodide;
  const python = await pyodide.loadPyodide({
    createPyodideModule: async (settings) => (await module).default(settings),
    indexURL: folder,
    stdLibURL: find('stdlib.zip'),
    packageBaseUrl: folder,
    lockFileContents: lockFor(pyodide.version),
  });
  for (const archive of await fetched)
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

function bytes(response: Response): Promise<ArrayBuffer> {
  if (!response.ok) throw new Error(`${response.url} is missing`);
  return response.arrayBuffer();
}
