/* global FILES, MessageChannel, VERSION, self, setTimeout */
/*
 * Let the installed app open offline. The build puts two constants in front of this file: FILES lists
 * the client's files, and VERSION identifies the build.
 *
 * If the server answers, its answer is used. A page comes from the server with the names of its own
 * scripts, so that an old client never meets a new server. A new worker waits until no page of an
 * older build is open, because that page may still need its scripts.
 *
 * The worker caches the presets and all lessons in the page's language. It also caches the puzzles
 * and finished games that the user opens, separately for each build.
 *
 * The page keeps the engine for games on this device in a cache of its own, because it is large and
 * rarely changes. Each engine has a folder of its own.
 */
const BUILD = `spadille ${VERSION}`;
const ANSWERS = `${BUILD} answers`;
const ENGINE = 'spadille engine ';
const MOST_ANSWERS = 300;
/** Milliseconds after which a tab has no script to answer. */
const ANSWER_WITHIN = 1000;
const KEPT = /^\/api\/(presets|lessons(\/\w+)?|puzzles(\/.+)?|my\/games|games\/\w+(\/steps)?)$/;

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(BUILD).then((cache) => cache.addAll(FILES)));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys())
        if (!name.startsWith(BUILD) && !name.startsWith(ENGINE)) await caches.delete(name);
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
  if (pathname.startsWith('/api/')) return; // only the server can answer these
  if (request.mode === 'navigate') event.respondWith(page(request));
  else if (FILES.includes(pathname)) event.respondWith(file(request, BUILD));
  else if (/^\/engine\/.+\//.test(pathname))
    event.respondWith(file(request, ENGINE + pathname.replace(/[^/]+$/, '')));
});

self.addEventListener('notificationclick', (event) => {
  const { notification } = event;
  notification.close();
  event.waitUntil(show(notification.data));
});

/** Show the tab with a page, or open one. */
async function show(path) {
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const paths = await Promise.all(tabs.map(pathOf));
  const tab = tabs[paths.indexOf(path)];
  await (tab ? tab.focus() : self.clients.openWindow(path));
}

/** Ask a tab for the path of its page. Its `url` is only the address that it was loaded with. */
function pathOf(tab) {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data);
    tab.postMessage('path', [port2]);
    setTimeout(() => resolve(new URL(tab.url).pathname), ANSWER_WITHIN);
  });
}

async function page(request) {
  try {
    return await fetch(request);
  } catch (failure) {
    return (await caches.match('/', { cacheName: BUILD })) ?? Promise.reject(failure);
  }
}

async function file(request, cacheName) {
  return (await caches.match(request, { cacheName })) ?? fetch(request);
}

async function answer(event) {
  const { request } = event;
  try {
    const response = await fetch(request);
    if (response.ok) event.waitUntil(keep(request.url, response.clone()));
    return response;
  } catch (failure) {
    return (await caches.match(request.url, { cacheName: ANSWERS })) ?? Promise.reject(failure);
  }
}

/** Fetch what works offline before the user opens it. Keep what is cached already. */
async function keepAhead(paths) {
  const cache = await caches.open(ANSWERS);
  for (const path of paths) {
    const { href } = new URL(path, self.location.origin);
    if (await cache.match(href)) continue;
    const response = await fetch(href);
    if (response.ok) await keep(href, response);
  }
}

async function keep(url, response) {
  const cache = await caches.open(ANSWERS);
  await cache.put(url, response.clone());
  const kept = await cache.keys();
  for (const old of kept.slice(0, -MOST_ANSWERS)) await cache.delete(old);
  const { origin, pathname, search } = new URL(url);
  if (pathname !== '/api/lessons') return;
  const { lessons } = await response.json();
  for (const { name } of lessons) {
    const one = `${origin}${pathname}/${name}${search}`;
    if (!(await cache.match(one))) await cache.add(one);
  }
}
