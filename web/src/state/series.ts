import type { State, View } from '../generated/protocol';
import { m } from '../paraglide/messages';

/** Deals that other people play too: the current one, and where to compare them. */
interface Series {
  readonly deal: number;
  readonly deals: number;
  readonly page: string;
}

/** Return true if a round is scored. In a series, a deal is a whole game, which is then over. */
export const isScored = ({ phase }: View): boolean => phase === 'score' || phase === 'over';

/** Return true if the player may ask others. That is impossible if others play the same cards. */
export const asksOthers = ({ you, attempt, duplicate, evening }: State): boolean =>
  you !== null && attempt === null && duplicate === null && evening === null;

/** Return the deals of a challenge, a match or a tournament, if the table plays them. */
export function seriesOf({ attempt, duplicate, evening }: State): Series | null {
  if (attempt) return { ...attempt, page: `/c/${attempt.challenge}` };
  if (evening?.deals) return { ...evening, page: `/e/${evening.evening}` };
  return duplicate && { ...duplicate, page: `/d/${duplicate.duplicate}` };
}

/** Return the name of a round. In a series, this is its number among the deals. */
export function roundName(state: State, round: number): string {
  const series = seriesOf(state);
  return series ? m.challenge_deal_of(series) : m.round_number({ number: round });
}
