import { beforeEach, expect, test, vi } from 'vitest';

import { download, isComplete } from './engine-download';
import { downloadedEngine } from './here';

/** The browser's caches, by name, and the paths that were fetched. */
const browser = vi.hoisted(() => {
  const found = {
    caches: new Map<string, Map<string, Response>>(),
    fetched: [] as string[],
  };
  const items = new Map<string, string>();
  vi.stubGlobal('navigator', { languages: ['en'], onLine: true, serviceWorker: {} });
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, text: string) => items.set(name, text),
  });
  vi.stubGlobal('caches', {
    keys: () => Promise.resolve([...found.caches.keys()]),
    delete: (name: string) => Promise.resolve(found.caches.delete(name)),
    match: (path: string, { cacheName }: { cacheName: string }) =>
      Promise.resolve(found.caches.get(cacheName)?.get(path)),
    open: (name: string) => {
      const files = found.caches.get(name) ?? new Map<string, Response>();
      found.caches.set(name, files);
      return Promise.resolve({
        match: (path: string) => Promise.resolve(files.get(path)),
        put: async (path: string, response: Response) => {
          files.set(path, new Response(await response.text()));
        },
      });
    },
  });
  vi.stubGlobal('fetch', (path: string) => {
    found.fetched.push(path);
    return Promise.resolve(new Response('four'));
  });
  return found;
});

const engine = (files: string[]) => ({
  bytes: 1,
  files: Object.fromEntries(files.map((path) => [path, 4])),
});

const FIRST = ['/engine/1/pyodide.mjs', '/engine/1/pyodide.asm.wasm', '/engine/2/engine.zip'];
const NEXT = ['/engine/1/pyodide.mjs', '/engine/1/pyodide.asm.wasm', '/engine/3/engine.zip'];

beforeEach(() => {
  browser.caches.clear();
  browser.fetched.length = 0;
});

test('a new engine fetches only the files that have changed', async () => {
  await download(engine(FIRST), () => undefined);
  expect(browser.fetched).toEqual(FIRST);
  browser.fetched.length = 0;
  const shares: number[] = [];
  await download(engine(NEXT), (share) => shares.push(share));
  expect(browser.fetched).toEqual(['/engine/3/engine.zip']);
  expect(shares.at(-1)).toBe(1);
  expect([...browser.caches.keys()]).toEqual([
    'spadille engine /engine/1/',
    'spadille engine /engine/3/',
  ]);
  expect(downloadedEngine()).toEqual(NEXT);
  expect(await isComplete()).toBe(true);
});

test('an engine whose files the browser has deleted is not complete', async () => {
  await download(engine(FIRST), () => undefined);
  browser.caches.get('spadille engine /engine/2/')?.clear();
  expect(await isComplete()).toBe(false);
  expect(downloadedEngine()).toEqual([]);
});
