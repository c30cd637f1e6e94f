import { keep, kept } from '../kept';

const KEY = 'spadille.lessons';

function load(): string[] {
  const names = kept(KEY);
  return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [];
}

/** The names of the lessons passed in this browser. */
export const passed: string[] = $state(load());

export function pass(name: string): void {
  // Another window may have stored some since.
  for (const one of [...load(), name]) if (!passed.includes(one)) passed.push(one);
  keep(KEY, passed);
}
