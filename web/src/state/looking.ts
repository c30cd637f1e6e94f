import type { State } from '../generated/protocol';
import type { AskBlind } from '../settings.svelte';

import { offers } from './legal';
import { sideOf } from './seating';

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
