import type { Play, State } from '../generated/protocol';

import { isFrozen, myTurn } from './legal';

/** Return the card that the player must play now, or null if there is any choice. */
export function forcedCard(state: State): Play | null {
  const { status, view } = state;
  if (status !== 'playing' || view?.phase !== 'play' || !myTurn(view) || isFrozen(state))
    return null;
  const { actions, tolerated } = view.options;
  const [only, ...others] = actions;
  return only?.type === 'play' && others.length === 0 && tolerated.length === 0 ? only : null;
}

const SHORTEST = 600;
const LONGEST = 5_000;
const REMEMBERED = 12;

/** Delays that look like thinking, used until there are enough measured ones. */
const AT_FIRST = [900, 1_400, 2_100];

/**
 * The player's thinking times when there is a choice. A card that is played automatically takes
 * just as long, so that other players cannot see the difference.
 */
export class ThinkingTimes {
  readonly #times: number[] = [];

  /** Record a choice that took that many milliseconds. */
  add(milliseconds: number): void {
    this.#times.push(Math.min(LONGEST, Math.max(SHORTEST, milliseconds)));
    if (this.#times.length > REMEMBERED) this.#times.shift();
  }

  /** Return one of the recent times; `chance` is from 0 to 1. */
  some(chance: number): number {
    const times = this.#times.length < AT_FIRST.length ? AT_FIRST : this.#times;
    return times[Math.min(times.length - 1, Math.floor(chance * times.length))] ?? SHORTEST;
  }
}
