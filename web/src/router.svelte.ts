export type Route =
  { page: 'home' } | { page: 'rules' } | { page: 'sheet' } | { page: 'table'; id: string };

function read(): Route {
  if (location.hash.startsWith('#/rules')) return { page: 'rules' };
  if (/^\/sheet\/?$/.test(location.pathname)) return { page: 'sheet' };
  const id = /^\/t\/([^/]+)\/?$/.exec(location.pathname)?.[1];
  return id ? { page: 'table', id: decodeURIComponent(id) } : { page: 'home' };
}

const current = $state({ route: read() });

export const route = (): Route => current.route;

export function go(path: string): void {
  history.pushState(null, '', path);
  current.route = read();
  scrollTo(0, 0);
}

export function followHistory(): () => void {
  const update = () => {
    current.route = read();
  };
  addEventListener('popstate', update);
  return () => {
    removeEventListener('popstate', update);
  };
}
