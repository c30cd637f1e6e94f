import type { State, View } from '../generated/protocol';
import { m } from '../paraglide/messages';

/**
 * The contest that a table belongs to: a challenge for one person, a match of two teams, or a
 * tournament for pairs. `number` is the attempt or the round, and `page` shows the results. The
 * table is at `deal` of `deals`, which is 0 for whole games.
 */
interface Contest {
  readonly format: 'solo' | 'teams' | 'pairs';
  readonly number: number;
  readonly deal: number;
  readonly deals: number;
  readonly page: string;
}

/** Return the contest of a table, whichever field describes it. */
export function contestOf({ attempt, duplicate, evening }: State): Contest | null {
  if (attempt) {
    const { challenge, attempt: number, deal, deals } = attempt;
    return { format: 'solo', number, deal, deals, page: `/c/${challenge}` };
  }
  if (evening) {
    const { evening: id, round: number, deal, deals } = evening;
    return { format: 'pairs', number, deal, deals, page: `/e/${id}` };
  }
  if (!duplicate) return null;
  const { duplicate: id, deal, deals } = duplicate;
  return { format: 'teams', number: 1, deal, deals, page: `/d/${id}` };
}

/** Return true for a table in a match or a tournament, where people play against people. */
export const inMatch = (state: State): boolean => {
  const contest = contestOf(state);
  return contest !== null && contest.format !== 'solo';
};

/** Return true if a round is scored. In a series, a deal is a whole game, which is then over. */
export const isScored = ({ phase }: View): boolean => phase === 'score' || phase === 'over';

/** Return true if the player may ask others. That is impossible if others play the same cards. */
export const asksOthers = (state: State): boolean =>
  state.you !== null && contestOf(state) === null;

/** Return the contest of a table that plays the same deals as others, and no whole games. */
export function seriesOf(state: State): Contest | null {
  const contest = contestOf(state);
  return contest?.deals ? contest : null;
}

/** Return the name of a round. In a series, this is its number among the deals. */
export function roundName(state: State, round: number): string {
  const series = seriesOf(state);
  return series ? m.challenge_deal_of(series) : m.round_number({ number: round });
}
