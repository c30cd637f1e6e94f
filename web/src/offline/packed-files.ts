/**
 * The engine of the demo, from a host of plain files. Such hosts seldom compress large files and let
 * browsers keep them for minutes only. So we fetch compressed copies and keep them ourselves.
 *
 * The demo's service worker does the same, and deletes older engines. It answers instead of this
 * module as soon as it runs.
 */
const CACHE = 'spadille packed ';

/** The suffix of the compressed copies. */
const PACKED = '.packed';

const IN_ENGINE = /\/engine\/.+\/[^/]+\.(mjs|wasm|zip)$/;

const TYPES: Readonly<Record<string, string>> = {
  mjs: 'text/javascript',
  wasm: 'application/wasm',
  zip: 'application/zip',
};

/** What we use of a worker. Pyodide fetches files with its `fetch`. */
interface Scope {
  fetch: typeof globalThis.fetch;
}

/** Let everything in this worker fetch these files as they were before packing. */
export async function unpackFetched(scope: Scope): Promise<void> {
  const plain = scope.fetch.bind(scope);
  const cache = await openCache();
  scope.fetch = async (asked, options) => {
    const url = asked instanceof Request ? asked.url : String(asked);
    const end = IN_ENGINE.exec(url)?.[1];
    if (end === undefined) return plain(asked, options);
    const kept = await cache?.match(url);
    if (kept) return kept;
    const packed = await plain(url + PACKED, options);
    if (!packed.ok || !packed.body) return packed;
    const body = packed.body.pipeThrough(new DecompressionStream('gzip'));
    const file = new Response(body, { headers: { 'content-type': TYPES[end] ?? '' } });
    void cache?.put(url, file.clone()).catch(() => undefined); // it may be too large to keep
    return file;
  };
}

/** Import a packed script. A host that allows only its own scripts also has a plain copy. */
export async function importUnpacked(scope: Scope, url: string): Promise<unknown> {
  const script = URL.createObjectURL(await (await scope.fetch(url)).blob());
  try {
    return await import(/* @vite-ignore */ script);
  } catch {
    return await import(/* @vite-ignore */ url);
  } finally {
    URL.revokeObjectURL(script);
  }
}

/** Open the cache, unless the browser refuses it. */
async function openCache(): Promise<Cache | null> {
  if (!('caches' in globalThis)) return null;
  try {
    return await caches.open(CACHE);
  } catch {
    return null;
  }
}
