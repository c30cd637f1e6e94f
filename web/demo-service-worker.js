/* global DecompressionStream, ENGINE_FILES, FILES, VERSION, self */
/*
 * Let the demo open quickly, and offline. The build puts constants in front of this file: FILES lists
 * the scripts, styles and pictures, ENGINE_FILES those of the engine, and VERSION identifies the
 * build.
 *
 * The page comes from the host if that answers, with the names of its own scripts. Other files never
 * change within a build. The engine is packed on the host; `packed-files.ts` keeps it in the same
 * cache before this worker runs. Browsers keep the compiled code of what comes from here.
 */
const BUILD = `spadille demo ${VERSION}`;
const ENGINE = 'spadille packed ';
const HERE = self.registration.scope;
const ANSWER = /^answers\/[^/]+$/;
const IN_ENGINE = /^engine\/.+\/[^/]+\.(mjs|wasm|zip)$/;
const TYPES = { mjs: 'text/javascript', wasm: 'application/wasm', zip: 'application/zip' };

self.addEventListener('install', (event) => {
  self.skipWaiting(); // the files of an older build are no longer on the host
  event.waitUntil(keepFiles());
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys())
        if (name.startsWith('spadille demo ') && name !== BUILD) await caches.delete(name);
      await deleteOlderEngines();
      await self.clients.claim();
    })(),
  );
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || !request.url.startsWith(HERE)) return;
  const path = request.url.slice(HERE.length);
  if (request.mode === 'navigate') event.respondWith(page(request));
  else if (FILES.includes(path) || ANSWER.test(path)) event.respondWith(file(request));
  else if (IN_ENGINE.test(path)) event.respondWith(partOfEngine(request.url));
});

/** Keep all files. Browsers usually still have those that the page has used. */
async function keepFiles() {
  const cache = await caches.open(BUILD);
  const files = FILES.map((path) => new Request(HERE + path, { cache: 'force-cache' }));
  await cache.addAll([new Request(HERE, { cache: 'no-cache' }), ...files]);
}

async function deleteOlderEngines() {
  const wanted = ENGINE_FILES.map((path) => HERE + path);
  const cache = await caches.open(ENGINE);
  for (const kept of await cache.keys()) if (!wanted.includes(kept.url)) await cache.delete(kept);
}

async function page(request) {
  try {
    return await fetch(request);
  } catch (failure) {
    return (await caches.match(HERE, { cacheName: BUILD })) ?? Promise.reject(failure);
  }
}

async function file(request) {
  const cache = await caches.open(BUILD);
  const kept = await cache.match(request);
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok) await cache.put(request, response.clone()).catch(() => undefined);
  return response;
}

async function partOfEngine(url) {
  const cache = await caches.open(ENGINE);
  const kept = await cache.match(url);
  if (kept) return kept;
  const packed = await fetch(`${url}.packed`);
  if (!packed.ok) return packed;
  const body = packed.body.pipeThrough(new DecompressionStream('gzip'));
  const file = new Response(body, { headers: { 'content-type': TYPES[url.split('.').pop()] } });
  void cache.put(url, file.clone()).catch(() => undefined); // it may be too large to keep
  return file;
}
