import type { Play, State } from '../generated/protocol';

import { isFrozen, myTurn } from './legal';

/** The card that must be played now, where there is no choice of any kind. */
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

/** Times that no one would tell from thinking, before there are any of your own. */
const AT_FIRST = [900, 1_400, 2_100];

/**
 * How long someone takes for a card when there is a choice, so that a card that plays itself
 * takes as long: the person who watches cannot tell the two apart.
 */
export class ThinkingTimes {
  readonly #times: number[] = [];

  /** A choice was made after that many milliseconds. */
  add(milliseconds: number): void {
    this.#times.push(Math.min(LONGEST, Math.max(SHORTEST, milliseconds)));
    if (this.#times.length > REMEMBERED) this.#times.shift();
  }

  /** One of the times taken lately; `chance` is from 0 to 1. */
  some(chance: number): number {
    const times = this.#times.length < AT_FIRST.length ? AT_FIRST : this.#times;
    return times[Math.min(times.length - 1, Math.floor(chance * times.length))] ?? SHORTEST;
  }
}
