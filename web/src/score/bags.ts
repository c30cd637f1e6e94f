import type { Rules } from '../generated/protocol';
import { m } from '../paraglide/messages';

interface Bags {
  words: string;
  /** The bags up to the penalty; true means taken. */
  taken: readonly boolean[];
}

/** Return a side's bags, or null if the rules do not count them. */
export function bagsOf({ scoring }: Rules, count: number): Bags | null {
  const limit = scoring.bag_limit;
  if (limit === 0) return null;
  const taken = Array.from({ length: limit }, (_, bag) => bag < count);
  return { words: m.bags_of({ count, limit }), taken };
}
