/* global FILES, VERSION, self */
/*
 * Lets the installed application open without a net. The build puts FILES, all that the client
 * consists of, and VERSION, which tells one build from another, in front of this.
 *
 * What the server sends comes first wherever it can be had: a page always comes from the server
 * when there is one, with the names of its own scripts, so that no old client meets a new server.
 * A new worker waits until no page of an older build is open, which may still want its scripts.
 *
 * Lessons, and what was looked at of puzzles and games that are over, are kept as the server told
 * them to this build.
 */
const BUILD = `spadille ${VERSION}`;
const ANSWERS = `${BUILD} answers`;
const MOST_ANSWERS = 300;
const KEPT = /^\/api\/(lessons(\/\w+)?|puzzles(\/.+)?|my\/games|games\/\w+(\/steps)?)$/;

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(BUILD).then((cache) => cache.addAll(FILES)));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys())
        if (!name.startsWith(BUILD)) await caches.delete(name);
      await self.clients.claim();
    })(),
  );
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (KEPT.test(pathname)) event.respondWith(answer(event));
  if (pathname.startsWith('/api/')) return; // all else is answered by the server or not at all
  if (request.mode === 'navigate') event.respondWith(page(request));
  else if (FILES.includes(pathname)) event.respondWith(file(request));
});

async function page(request) {
  try {
    return await fetch(request);
  } catch (failure) {
    return (await caches.match('/', { cacheName: BUILD })) ?? Promise.reject(failure);
  }
}

async function file(request) {
  return (await caches.match(request, { cacheName: BUILD })) ?? fetch(request);
}

async function answer(event) {
  const { request } = event;
  try {
    const told = await fetch(request);
    if (told.ok) event.waitUntil(keep(request.url, told.clone()));
    return told;
  } catch (failure) {
    return (await caches.match(request.url, { cacheName: ANSWERS })) ?? Promise.reject(failure);
  }
}

async function keep(url, told) {
  const cache = await caches.open(ANSWERS);
  await cache.put(url, told.clone());
  const kept = await cache.keys();
  for (const old of kept.slice(0, -MOST_ANSWERS)) await cache.delete(old);
  const { origin, pathname, search } = new URL(url);
  if (pathname !== '/api/lessons') return;
  const { lessons } = await told.json();
  for (const { name } of lessons) {
    const one = `${origin}${pathname}/${name}${search}`;
    if (!(await cache.match(one))) await cache.add(one);
  }
}
