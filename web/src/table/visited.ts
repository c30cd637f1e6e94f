/** The tables that this window has shown, including before a reload. */
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

/** The number of tables to keep. New ones replace the oldest. */
const MOST = 50;

/** Store that this window has shown a table. */
export function noteVisit(table: string): void {
  visited.add(table);
  try {
    sessionStorage.setItem(KEY, JSON.stringify([...visited].slice(-MOST)));
  } catch {
    // Without storage, the tables are known only until the page reloads.
  }
}

export const wasAt = (table: string): boolean => visited.has(table);
