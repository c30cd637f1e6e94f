import type { Outcome, State, View } from '../generated/protocol';
import { signed } from '../numbers';
import { m } from '../paraglide/messages';
import { sideOf } from '../state/seating';

import { standingsOf } from './sides';

/** The mood of a finished game for the viewer. It is neutral for spectators and after a draw. */
export type Mood = 'won' | 'lost' | 'neutral';

const CLOSE = 30;

export function moodOf(state: State, outcome: Outcome): Mood {
  if (state.you === null || outcome.winner === null) return 'neutral';
  return sideOf(state.sides, state.you) === outcome.winner ? 'won' : 'lost';
}

/** Return a kind sentence about the result, or an empty string for spectators. */
export function momentWords(state: State, view: View, outcome: Outcome): string {
  const mood = moodOf(state, outcome);
  if (mood === 'neutral' || state.you === null) return '';
  const mine = sideOf(state.sides, state.you);
  const scores = standingsOf(state, view).map(({ score }) => score);
  const own = scores[mine] ?? 0;
  if (mood === 'won') {
    // A side may win with fewer points if another one goes out by sets or revokes.
    const lead = own - Math.max(...scores.filter((_, side) => side !== mine));
    return lead > 0 ? m.won_by({ count: lead }) : '';
  }
  const behind = (scores[outcome.winner ?? 0] ?? 0) - own;
  if (behind > 0 && behind <= CLOSE) return m.lost_closely({ count: behind });
  const best = view.results
    .map(({ number, sides }) => ({ number, points: sides[mine]?.points ?? 0 }))
    .reduce((one, other) => (other.points > one.points ? other : one), { number: 0, points: 0 });
  return best.points > 0 && view.results.length > 1
    ? m.best_round({ number: best.number, points: signed(best.points) })
    : m.lost_gently();
}
