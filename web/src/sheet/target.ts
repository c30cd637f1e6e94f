import type { EndRules } from '../generated/protocol';

type Target = EndRules['target'];

/** Return the typed target, or null if it is not a whole number. Some rules need none. */
export function targetIn(typed: string, usual: Target): Target | null {
  if (typed === '') return usual === 'none' ? usual : null;
  const number = Number(typed);
  return Number.isInteger(number) ? number : null;
}
