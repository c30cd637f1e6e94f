import { goTo } from './ui/dialog-history';

/** The pages by address; `:id` identifies the content. The server has the same list. */
const ADDRESSES = {
  '/': 'home',
  '/lobby': 'lobby',
  '/bots': 'bots',
  '/sheet': 'sheet',
  '/my': 'mine',
  '/me': 'me',
  '/ratings': 'ratings',
  '/person': 'person',
  '/t/:id': 'table',
  '/g/:id': 'group',
  '/game': 'openGame',
  '/game/:id': 'game',
  '/game/:id/review': 'review',
  '/challenges': 'challenges',
  '/c': 'challenges',
  '/c/:id': 'challenge',
  '/d/:id': 'duplicate',
  '/tournaments': 'evenings',
  '/e': 'evenings',
  '/e/:id': 'evening',
  '/puzzles': 'puzzles',
  '/puzzles/:id': 'puzzles',
  '/lessons': 'lessons',
  '/lessons/:id': 'lessons',
  '/help': 'help',
} as const;

export interface Route {
  page: (typeof ADDRESSES)[keyof typeof ADDRESSES] | 'rules' | 'missing';
  /** Empty for pages without an id. */
  id: string;
}

const PATTERNS = Object.entries(ADDRESSES).map(([address, page]) => ({
  page,
  pattern: new RegExp(`^${address.replace(':id', '([\\w.-]+)')}/?$`),
}));

function read(): Route {
  if (location.hash.startsWith('#/rules')) return { page: 'rules', id: '' };
  for (const { page, pattern } of PATTERNS) {
    const found = pattern.exec(location.pathname);
    if (found) return { page, id: found[1] ?? '' };
  }
  return { page: 'missing', id: '' };
}

const current = $state({ route: read() });

export const route = (): Route => current.route;

export function go(path: string): void {
  goTo(path, () => {
    current.route = read();
    scrollTo(0, 0);
  });
}

/** Go to a path, unless the user has left the page in the meantime. */
export function goOn(from: Route, path: string): void {
  if (current.route === from) go(path);
}

export function followHistory(): () => void {
  const update = () => {
    current.route = read();
  };
  addEventListener('popstate', update);
  return () => removeEventListener('popstate', update);
}
