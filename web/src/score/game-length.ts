import type { EndRules, State, View } from '../generated/protocol';
import { m } from '../paraglide/messages';

/** How far a game goes, in two words: to so many points, or so many rounds; empty without either. */
export const lengthOf = (end: EndRules): string => {
  if (end.target !== 'none') return m.target({ points: end.target });
  return end.max_rounds > 0 ? m.rounds_in_all({ count: end.max_rounds }) : '';
};

/** How long a game with a time limit may still go on; empty without one, and when it has ended. */
export const timeLeftOf = (state: State, view: View): string =>
  state.game_seconds_left === null || view.time_up
    ? ''
    : m.time_left({ minutes: Math.ceil(state.game_seconds_left / 60) });
