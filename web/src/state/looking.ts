import type { State, View } from '../generated/protocol';
import type { AskBlind } from '../settings.svelte';

import { isFrozen, offers } from './legal';
import { sideOf } from './seating';
import type { TableModel } from './table';

/** The deficit that a blind bid usually tries to recover, in points. */
const FAR_BEHIND = 100;

/**
 * How a player's cards turn over if the rules allow a blind bid. With `now`, they turn immediately.
 * With `soon`, the player has a moment to bid blind. With `on_answer`, the player decides.
 */
export type Turning = 'now' | 'soon' | 'on_answer';

/** Return a key that distinguishes this deal from all others of the game. */
export const dealOf = ({ round, thrown_in, redeals }: View): string =>
  [round, thrown_in.length, redeals.length].join(' ');

/** Return true if the player's side is that many points behind the best other side. */
function isFarBehind({ sides, you, view }: State): boolean {
  if (you === null || !view) return false;
  const own = sideOf(sides, you);
  const scores = view.standings.map(({ score }) => score);
  const others = scores.filter((_, side) => side !== own);
  return Math.max(...others) - (scores[own] ?? 0) >= FAR_BEHIND;
}

/** Return how the player's cards turn over, or null if there is nothing to look at. */
export function turningOf(state: State, ask: AskBlind): Turning | null {
  if (state.you === null || !state.view || !offers(state.view.options, 'look')) return null;
  if (ask === 'never') return 'now';
  return ask === 'always' || isFarBehind(state) ? 'on_answer' : 'soon';
}

/**
 * Return a key for the pending turnover and its deal. The key stays the same while others bid.
 * Return an empty string if nothing is due, or if the table cannot receive it now.
 */
export function turningDue({ connection, state }: TableModel, turning: Turning | null): string {
  if (!state?.view || !turning || turning === 'on_answer') return '';
  return connection === 'open' && !isFrozen(state) ? `${turning} ${dealOf(state.view)}` : '';
}
