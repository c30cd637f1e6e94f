const KEY = 'spadille.lessons';

function load(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter((name) => typeof name === 'string') : [];
  } catch {
    return [];
  }
}

/** The lessons that were passed in this browser, by name. */
export const passed: string[] = $state(load());

export function pass(name: string): void {
  if (!passed.includes(name)) passed.push(name);
  try {
    localStorage.setItem(KEY, JSON.stringify(passed));
  } catch {
    // It is remembered as long as the page stands.
  }
}
