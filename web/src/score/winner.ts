import type { Outcome, State, View } from '../generated/protocol';
import { m } from '../paraglide/messages';
import { nameOf, partnersOf } from '../state/seating';

import { listed, standingsOf } from './sides';

/** Return the winner of a game, worded for a player or a viewer. */
export function winnerWords(state: State, view: View, outcome: Outcome): string {
  const winner = standingsOf(state, view).find((side) => side.index === outcome.winner);
  if (!winner) return m.draw();
  if (winner.yours && state.you !== null) {
    const partners = partnersOf(state.sides, state.you).map((seat) => nameOf(state, seat));
    return partners.length === 0 ? m.you_won() : m.we_won({ name: listed(partners) });
  }
  const several = (state.sides[winner.index]?.length ?? 1) > 1;
  return several ? m.sides_win({ name: winner.members }) : m.you_lost({ name: winner.members });
}
