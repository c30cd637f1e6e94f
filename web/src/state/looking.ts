import type { State } from '../generated/protocol';
import type { AskBlind } from '../settings.svelte';

import { isFrozen, offers } from './legal';
import { sideOf } from './seating';
import type { TableModel } from './table';

/** Points that a blind bid is mostly meant to bring back. */
const FAR_BEHIND = 100;

/** Whether the own side has so many points less than the best other one. */
function isFarBehind({ sides, you, view }: State): boolean {
  if (you === null || !view) return false;
  const own = sideOf(sides, you);
  const scores = view.standings.map(({ score }) => score);
  const others = scores.filter((_, side) => side !== own);
  return Math.max(...others) - (scores[own] ?? 0) >= FAR_BEHIND;
}

/** Whether the cards are turned up at once although a blind bid might be made: as was wished. */
export function looksUnasked(state: State, ask: AskBlind): boolean {
  if (state.you === null || !state.view || !offers(state.view.options, 'look')) return false;
  return ask === 'never' || (ask === 'behind' && !isFarBehind(state));
}

/** Turns the cards of a deal up once, however many states come before the answer. */
export class UnaskedLook {
  #asked = '';

  /** Whether to ask now; after a lost connection it may have to be said again, and a table that
   * stands still would refuse it. */
  isDue({ connection, state }: TableModel, ask: AskBlind): boolean {
    const hears = connection === 'open' && state !== null && !isFrozen(state);
    if (!hears || !state.view || !looksUnasked(state, ask)) {
      this.#asked = '';
      return false;
    }
    const { round, thrown_in, redeals } = state.view;
    const deal = [round, thrown_in.length, redeals.length].join(' ');
    if (deal === this.#asked) return false;
    this.#asked = deal;
    return true;
  }
}
