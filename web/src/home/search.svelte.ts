import { keep, kept } from '../kept';

/** A table to wait at for other players, and one for practice until then. */
export interface Search {
  readonly table: string;
  readonly practice: string;
}

const KEY = 'spadille.search';

/** Return the storage of this tab, unless the browser refuses it. */
function storage(): Storage | null {
  try {
    return sessionStorage;
  } catch {
    return null;
  }
}

function load(): Search | null {
  const place = storage();
  return place && (kept(KEY, place) as Search | null);
}

const current = $state<{ search: Search | null }>({ search: load() });

/** Return the search for players in this tab, or null. */
export const search = (): Search | null => current.search;

/** Begin a search, or end it with null. It survives a reload of the page. */
export function setSearch(next: Search | null): void {
  current.search = next;
  const place = storage();
  if (place) keep(KEY, next, place);
}
