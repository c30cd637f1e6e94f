import { keep, kept } from '../kept';

const KEY = 'spadille.lessons';

function load(): string[] {
  const names = kept(KEY);
  return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [];
}

/** The lessons that were passed in this browser, by name. */
export const passed: string[] = $state(load());

export function pass(name: string): void {
  // Another window may have kept some since.
  for (const one of [...load(), name]) if (!passed.includes(one)) passed.push(one);
  keep(KEY, passed);
}
