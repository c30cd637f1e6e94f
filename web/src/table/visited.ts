/** The tables that this window has shown, also before it was loaded again. */
const KEY = 'spadille.visited';

const visited = new Set<string>(read());

function read(): string[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? (kept as string[]) : [];
  } catch {
    return [];
  }
}

/** So many are kept in mind; older ones give way. */
const MOST = 50;

/** Keeps in mind that this window shows a table. */
export function noteVisit(table: string): void {
  visited.add(table);
  try {
    sessionStorage.setItem(KEY, JSON.stringify([...visited].slice(-MOST)));
  } catch {
    // Without a place to keep it in, it is known until the page is loaded again.
  }
}

export const wasAt = (table: string): boolean => visited.has(table);
