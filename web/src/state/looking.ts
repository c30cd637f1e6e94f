import type { State, View } from '../generated/protocol';
import type { AskBlind } from '../settings.svelte';

import { isFrozen, offers } from './legal';
import { sideOf } from './seating';
import type { TableModel } from './table';

/** Points that a blind bid is mostly meant to bring back. */
const FAR_BEHIND = 100;

/**
 * How a player's cards turn over where the rules allow a blind bid: `now`; `soon`, after a moment in
 * which the player can still bid blind; or `on_answer`, when the player decides.
 */
export type Turning = 'now' | 'soon' | 'on_answer';

/** Tell this deal from all others of the game. */
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

/** Return how the player's cards turn over; null if there is nothing to look at. */
export function turningOf(state: State, ask: AskBlind): Turning | null {
  if (state.you === null || !state.view || !offers(state.view.options, 'look')) return null;
  if (ask === 'never') return 'now';
  return ask === 'always' || isFarBehind(state) ? 'on_answer' : 'soon';
}

/**
 * Return how and which deal to turn over without an answer, as one text that stays the same while
 * others bid; empty if there is none, or if the table cannot hear it now.
 */
export function turningDue({ connection, state }: TableModel, turning: Turning | null): string {
  if (!state?.view || !turning || turning === 'on_answer') return '';
  return connection === 'open' && !isFrozen(state) ? `${turning} ${dealOf(state.view)}` : '';
}
