/** What the browser has refused to keep, which is forgotten with the page. */
const unkept = new Map<string, string>();

/** What this browser has kept under a name; null where there is nothing, or nothing to be read. */
export function kept(name: string, storage?: Storage): unknown {
  try {
    const text = storage ? storage.getItem(name) : (unkept.get(name) ?? localStorage.getItem(name));
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}

/** Keeps something under a name; says whether it outlives the page. */
export function keep(name: string, what: unknown, storage?: Storage): boolean {
  const text = JSON.stringify(what);
  unkept.delete(name);
  try {
    (storage ?? localStorage).setItem(name, text);
    return true;
  } catch {
    if (!storage) unkept.set(name, text);
    return false;
  }
}
