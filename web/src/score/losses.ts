import type { Rules, Standing } from '../generated/protocol';
import { m } from '../paraglide/messages';

type Counted = Partial<Pick<Standing, 'sets' | 'sets_in_a_row' | 'revokes'>>;

/** Return how close a side is to losing by sets or revokes, if the rules end games that way. */
export function lossesOf({ end, enforcement }: Rules, standing: Counted | undefined): string[] {
  const { sets = 0, sets_in_a_row: row = 0, revokes = 0 } = standing ?? {};
  const words: string[] = [];
  // A browser's stored agreement may predate an option.
  if (end.sets_to_lose > 0) words.push(m.sets_of({ count: sets, limit: end.sets_to_lose }));
  if (end.sets_in_a_row > 0) words.push(m.sets_row_of({ count: row, limit: end.sets_in_a_row }));
  const limit = enforcement.revokes_to_lose;
  if (limit > 0 && revokes > 0) words.push(m.revokes_of({ count: revokes, limit }));
  return words;
}
