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

/** Return a file of this build as a worker can fetch it. */
export const fileAt = (path: string): string =>
  DEMO ? new URL(path, document.baseURI).href : path;
