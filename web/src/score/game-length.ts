import type { EndRules, State, View } from '../generated/protocol';
import { m } from '../paraglide/messages';

/** Return what ends a game: a number of points, a number of rounds, or either one. */
export const lengthOf = ({ target, max_rounds: rounds }: EndRules): string =>
  [
    ...(target === 'none' ? [] : [m.target({ points: target })]),
    ...(rounds > 0 ? [m.rounds_in_all({ count: rounds })] : []),
  ].join(' · ');

/** Return the time left in a game with a time limit. Return an empty string for other games. */
export const timeLeftOf = (state: State, view: View): string =>
  state.game_seconds_left === null || view.time_up
    ? ''
    : m.time_left({ minutes: Math.ceil(state.game_seconds_left / 60) });
