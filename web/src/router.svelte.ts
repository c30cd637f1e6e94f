import { pathAt } from './demo';
import { PAGE } from './rules/rule-link';
import { goTo } from './ui/dialog-history';

/** A visit to a page. Every step in the history begins a new one, even to the same address. */
interface Visit {
  /** The address without the query. */
  readonly path: string;
}

const read = (): Visit => ({
  path: location.hash.startsWith(PAGE) ? `/${PAGE}` : pathAt(),
});

const current = $state({ visit: read() });

export const visit = (): Visit => current.visit;

export function go(path: string): void {
  goTo(path, () => {
    current.visit = read();
    scrollTo(0, 0);
  });
}

/** Go to a path, unless the user has left the page in the meantime. */
export function goFrom(from: Visit, path: string): void {
  if (current.visit === from) go(path);
}

export function followHistory(): () => void {
  const update = () => {
    current.visit = read();
  };
  addEventListener('popstate', update);
  return () => removeEventListener('popstate', update);
}
