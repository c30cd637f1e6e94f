import type { EndRules } from '../generated/protocol';

type Target = EndRules['target'];

/** The target that is typed; null where that is no whole number. Rules without one need none. */
export function targetIn(typed: string, usual: Target): Target | null {
  if (typed === '') return usual === 'none' ? usual : null;
  const number = Number(typed);
  return Number.isInteger(number) ? number : null;
}
