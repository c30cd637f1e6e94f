/* global FILES, VERSION, self */
/*
 * Lets the installed application open without a net. The build puts FILES, all that the client
 * consists of, and VERSION, which tells one build from another, in front of this.
 *
 * What the server sends comes first wherever it can be had: a page always comes from the server
 * when there is one, with the names of its own scripts, so that no old client meets a new server.
 * A new worker waits until no page of an older build is open, which may still want its scripts.
 *
 * The presets and all lessons are kept for the page's language when it says which that is, and what a
 * person looked at of puzzles and finished games when they look, as the server sent them to this build.
 */
const BUILD = `spadille ${VERSION}`;
const ANSWERS = `${BUILD} answers`;
const MOST_ANSWERS = 300;
const KEPT = /^\/api\/(presets|lessons(\/\w+)?|puzzles(\/.+)?|my\/games|games\/\w+(\/steps)?)$/;

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

self.addEventListener('message', (event) => {
  const { lang } = event.data;
  event.waitUntil(keepAhead(['lessons', 'presets'].map((name) => `/api/${name}?lang=${lang}`)));
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

/** Fetch what works without a network before anybody looks at it; what is there stays. */
async function keepAhead(paths) {
  const cache = await caches.open(ANSWERS);
  for (const path of paths) {
    const { href } = new URL(path, self.location.origin);
    if (await cache.match(href)) continue;
    const told = await fetch(href);
    if (told.ok) await keep(href, told);
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
