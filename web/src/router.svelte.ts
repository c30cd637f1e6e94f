export type Route =
  | { page: 'home' }
  | { page: 'rules' }
  | { page: 'sheet' }
  | { page: 'lobby' }
  | { page: 'table' | 'group'; id: string };

function read(): Route {
  if (location.hash.startsWith('#/rules')) return { page: 'rules' };
  if (/^\/sheet\/?$/.test(location.pathname)) return { page: 'sheet' };
  if (/^\/lobby\/?$/.test(location.pathname)) return { page: 'lobby' };
  const [, kind, id] = /^\/([tg])\/([^/]+)\/?$/.exec(location.pathname) ?? [];
  if (!id) return { page: 'home' };
  return { page: kind === 'g' ? 'group' : 'table', id: decodeURIComponent(id) };
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
