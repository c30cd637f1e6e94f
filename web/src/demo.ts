/**
 * The demo: a build without a server, for a host of plain files. Everything happens on the device.
 * Such a host has only one page, so the query contains the path of ours: `?/lessons/nil`.
 */
export const DEMO: boolean = import.meta.env.VITE_DEMO === '1';

/** Return the address of a page of ours. Other addresses stay as they are. */
export function addressOf(path: string, here: Location = location, demo = DEMO): string {
  if (!demo || !path.startsWith('/')) return path;
  const [page = '', hash = ''] = path.split(/(?=#)/);
  const query = page === '/' ? '' : `?${page.replace('?', '&')}`;
  return here.pathname + query + hash;
}

/** Return the path of the page at an address, without its query. */
export function pathAt({ pathname, search }: Location = location, demo = DEMO): string {
  if (!demo) return pathname;
  return search.startsWith('?/') ? (search.slice(1).split('&')[0] ?? '/') : '/';
}

const MADE =
  /^\/api\/((?:presets|library|schema|phrases|puzzles|lessons)(?:\/[a-z][\w-]*)?)\?lang=(\w+)$/;

/**
 * Return the file with the answer to a request that was made with the demo, or null. It arrives long
 * before the engine can answer.
 */
export function answerFile(path: string): string | null {
  const [, name, lang] = MADE.exec(path) ?? [];
  return name === undefined ? null : `answers/${name.replace('/', '-')}.${lang}.json`;
}

/** Return the link to another page of the app at an event, or null. */
export const linkAt = ({ target }: Event): Element | null =>
  target instanceof Element ? target.closest('a[href^="/"]:not([download])') : null;

/**
 * Let the browser open a link of the demo elsewhere: in another tab or window, or by its menu. The
 * browser reads the address after this event. Later, the link gets its path back.
 */
export function leadElsewhere(event: MouseEvent): void {
  const link = linkAt(event);
  const path = link?.getAttribute('href');
  if (!link || !path) return;
  link.setAttribute('href', addressOf(path));
  setTimeout(() => {
    link.setAttribute('href', path);
  });
}

/** Return a file of this build as a worker can fetch it. */
export const fileAt = (path: string): string =>
  DEMO ? new URL(path, document.baseURI).href : path;
