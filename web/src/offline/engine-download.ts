import { DEMO } from '../demo';
import { fetchFromServer } from '../connection/network';

import { downloadedEngine, noteEngine } from './here';

/** The engine's files and how much has to be downloaded, as the server describes them. */
export interface Manifest {
  /** The folder of the files. Another engine has another one. */
  readonly path: string;
  /** The bytes to download, compressed. */
  readonly bytes: number;
  /** The size of each file before compression. */
  readonly files: Readonly<Record<string, number>>;
}

const FILES = ['pyodide.asm.wasm', 'stdlib.zip', 'engine.zip', 'pyodide.asm.mjs', 'pyodide.mjs'];

/** The service worker answers from caches whose names begin like this, and never deletes them. */
const CACHE = 'spadille engine ';

const MANIFEST = `${DEMO ? '' : '/'}engine/manifest.json`;

/** Return true if this browser can keep the engine. Browsers refuse on pages without encryption. */
export const canKeep = (): boolean =>
  !DEMO && 'caches' in globalThis && 'serviceWorker' in navigator;

/** Return what the server offers, or null if it has no engine. */
export async function offered(): Promise<Manifest | null> {
  const response = await fetchFromServer(MANIFEST, { cache: 'no-cache' });
  return response.ok ? ((await response.json()) as Manifest) : null;
}

/** Return true if all files of the downloaded engine are still there. Browsers may delete them. */
export async function isComplete(): Promise<boolean> {
  const path = downloadedEngine();
  if (path === '' || !canKeep()) return false;
  const cache = await caches.open(CACHE + path);
  const found = await Promise.all(FILES.map((name) => cache.match(path + name)));
  const complete = found.every((file) => file !== undefined);
  if (!complete) noteEngine('');
  return complete;
}

/** Download the engine and delete older ones. Report the share that has arrived, from 0 to 1. */
export async function download(
  { path, files }: Manifest,
  report: (share: number) => void,
): Promise<void> {
  const cache = await caches.open(CACHE + path);
  const sizes = FILES.map((name) => files[name] ?? 0);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  let arrived = 0;
  for (const [index, name] of FILES.entries()) {
    const size = sizes[index] ?? 0;
    if (!(await cache.match(path + name))) {
      let part = 0;
      await keep(cache, path + name, (bytes) => {
        part = Math.min(part + bytes, size);
        report((arrived + part) / total);
      });
    }
    arrived += size;
    report(arrived / total);
  }
  noteEngine(path);
  for (const other of await caches.keys())
    if (other.startsWith(CACHE) && other !== CACHE + path) await caches.delete(other);
}

async function keep(cache: Cache, path: string, count: (bytes: number) => void): Promise<void> {
  const response = await fetchFromServer(path, {});
  if (!response.ok || !response.body) throw new Error(`${path} is missing`);
  const counting = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      count(chunk.length);
      controller.enqueue(chunk);
    },
  });
  const type = response.headers.get('content-type') ?? 'application/octet-stream';
  const body = response.body.pipeThrough(counting);
  await cache.put(path, new Response(body, { headers: { 'content-type': type } }));
}
