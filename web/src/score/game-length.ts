import type { EndRules } from '../generated/protocol';
import { m } from '../paraglide/messages';

/** How far a game goes, in two words: to so many points, or so many rounds; empty without either. */
export const lengthOf = (end: EndRules): string => {
  if (end.target !== 'none') return m.target({ points: end.target });
  return end.max_rounds > 0 ? m.rounds_in_all({ count: end.max_rounds }) : '';
};
