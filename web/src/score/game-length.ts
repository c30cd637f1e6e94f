import type { EndRules, State, View } from '../generated/protocol';
import { m } from '../paraglide/messages';

/** How far a game goes: to that many points, that many rounds, or whatever comes first of both. */
export const lengthOf = ({ target, max_rounds: rounds }: EndRules): string =>
  [
    ...(target === 'none' ? [] : [m.target({ points: target })]),
    ...(rounds > 0 ? [m.rounds_in_all({ count: rounds })] : []),
  ].join(' · ');

/** How long a game with a time limit may still go on; empty without one, and when it has ended. */
export const timeLeftOf = (state: State, view: View): string =>
  state.game_seconds_left === null || view.time_up
    ? ''
    : m.time_left({ minutes: Math.ceil(state.game_seconds_left / 60) });
