/** Values that the browser refused to store. Reloading the page loses them. */
const unkept = new Map<string, string>();

/** Return the value stored under a name, or null if it is missing or unreadable. */
export function kept(name: string, storage?: Storage): unknown {
  try {
    const text = storage ? storage.getItem(name) : (unkept.get(name) ?? localStorage.getItem(name));
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}

/** Store a value under a name. Return true if it will survive a reload. */
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
