import type { State, View } from '../generated/protocol';
import { m } from '../paraglide/messages';

/** Deals that others play as well: which one is on the table, and where they are compared. */
interface Series {
  readonly deal: number;
  readonly deals: number;
  readonly page: string;
}

/** Whether a round is scored: a deal of a series is a game of its own, and over then. */
export const isScored = ({ phase }: View): boolean => phase === 'score' || phase === 'over';

/** Whether the others can be asked for something: not where cards are played that others have, too. */
export const asksOthers = ({ you, attempt, duplicate, evening }: State): boolean =>
  you !== null && attempt === null && duplicate === null && evening === null;

/** The deals of a challenge, a match or an evening, if that is what is played here. */
export function seriesOf({ attempt, duplicate, evening }: State): Series | null {
  if (attempt) return { ...attempt, page: `/c/${attempt.challenge}` };
  if (evening?.deals) return { ...evening, page: `/e/${evening.evening}` };
  return duplicate && { ...duplicate, page: `/d/${duplicate.duplicate}` };
}

/** What a round is called: where others play the same deals, by its place among them. */
export function roundName(state: State, round: number): string {
  const series = seriesOf(state);
  return series ? m.challenge_deal_of(series) : m.round_number({ number: round });
}
