import { DEMO } from '../demo';
import { fetchFromServer } from '../connection/network';

import { downloadedEngine, noteEngine } from './here';

/** The engine's files and how much has to be downloaded, as the server describes them. */
export interface Manifest {
  /** The bytes to download, compressed. */
  readonly bytes: number;
  /**
   * The size of each file before compression, by its path. A file with other contents has another
   * folder, so that a new engine shares most files with the last one.
   */
  readonly files: Readonly<Record<string, number>>;
}

/**
 * The service worker answers from caches whose names begin like this, and never deletes them. Each
 * folder has its own.
 */
const CACHE = 'spadille engine ';

const cacheOf = (path: string): string => CACHE + path.replace(/[^/]+$/, '');

/** The page of the demo contains its manifest, because asking for it would take time. */
function inPage(): Manifest | null {
  const text = document.getElementById('engine')?.textContent;
  return text ? (JSON.parse(text) as Manifest) : null;
}

/** Return true if this browser can keep the engine. Browsers refuse on pages without encryption. */
export const canKeep = (): boolean =>
  !DEMO && 'caches' in globalThis && 'serviceWorker' in navigator;

/** Return what the server offers, or null if it has no engine. */
export async function offered(): Promise<Manifest | null> {
  if (DEMO) return inPage();
  const response = await fetchFromServer('/engine/manifest.json', { cache: 'no-cache' });
  return response.ok ? ((await response.json()) as Manifest) : null;
}

/** Return true if all files of the downloaded engine are still there. Browsers may delete them. */
export async function isComplete(): Promise<boolean> {
  const paths = downloadedEngine();
  if (paths.length === 0 || !canKeep()) return false;
  const found = await Promise.all(
    paths.map((path) => caches.match(path, { cacheName: cacheOf(path) })),
  );
  const complete = found.every((file) => file !== undefined);
  if (!complete) noteEngine([]);
  return complete;
}

/**
 * Download the files of the engine that are not there, and delete older ones. Report the share that
 * has arrived, from 0 to 1.
 */
export async function download(
  { files }: Manifest,
  report: (share: number) => void,
): Promise<void> {
  const paths = Object.keys(files);
  const total = Object.values(files).reduce((sum, size) => sum + size, 0);
  let arrived = 0;
  for (const [path, size] of Object.entries(files)) {
    const cache = await caches.open(cacheOf(path));
    if (!(await cache.match(path))) {
      let part = 0;
      await keep(cache, path, (bytes) => {
        part = Math.min(part + bytes, size);
        report((arrived + part) / total);
      });
    }
    arrived += size;
    report(arrived / total);
  }
  noteEngine(paths);
  const needed = new Set(paths.map(cacheOf));
  for (const other of await caches.keys())
    if (other.startsWith(CACHE) && !needed.has(other)) await caches.delete(other);
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
