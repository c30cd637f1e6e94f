/** What this browser has kept under a name; null where there is nothing, or nothing to be read. */
export function kept(name: string, storage?: Storage): unknown {
  try {
    return JSON.parse((storage ?? localStorage).getItem(name) ?? 'null');
  } catch {
    return null;
  }
}

/** Keeps something under a name; a browser that keeps nothing forgets it with the page. */
export function keep(name: string, what: unknown, storage?: Storage): void {
  try {
    (storage ?? localStorage).setItem(name, JSON.stringify(what));
  } catch {
    // It goes without.
  }
}
