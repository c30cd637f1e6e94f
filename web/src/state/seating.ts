import type { Seat, Side, State } from '../generated/protocol';

import { contestOf } from './series';

export type Place = 'bottom' | 'left' | 'upper-left' | 'top' | 'upper-right' | 'right';

const SEATS: readonly Seat[] = [0, 1, 2, 3, 4, 5];

/** The places at a table by its number of players, clockwise from the player's place. */
const PLACES: Record<number, readonly Place[]> = {
  2: ['bottom', 'top'],
  3: ['bottom', 'left', 'right'],
  4: ['bottom', 'left', 'top', 'right'],
  5: ['bottom', 'left', 'upper-left', 'upper-right', 'right'],
  6: ['bottom', 'left', 'upper-left', 'top', 'upper-right', 'right'],
};

/** Return the seat that many steps clockwise. */
export function seatAfter(seat: Seat, steps: number, players: number): Seat {
  return SEATS[(seat + steps) % players] ?? 0;
}

/** Return a seat's place: the player's at the bottom, the others clockwise from there. */
export function placeOf(seat: Seat, you: Seat | null, players: number): Place {
  const steps = (seat - (you ?? 0) + players) % players;
  return PLACES[players]?.[steps] ?? 'top';
}

export const sideOf = (sides: readonly Side[], seat: Seat): number =>
  sides.findIndex((side) => side.includes(seat));

/** Return the seats of a side, the player's seat first. */
export const ownFirst = (side: Side, you: Seat | null): Seat[] =>
  [...side].sort((a, b) => Number(b === you) - Number(a === you));

/** Return the letter that gives a side its color. */
export const sideLetter = (side: number): string => 'abcdef'.charAt(Math.max(side, 0));

export function partnersOf(sides: readonly Side[], seat: Seat): Seat[] {
  return (sides[sideOf(sides, seat)] ?? []).filter((other) => other !== seat);
}

/** Return true if only bots sit in the other seats. */
export const playsAlone = ({ seats, you }: State): boolean =>
  you !== null &&
  seats.every(({ seat, occupant, heir }) => seat === you || (occupant === 'bot' && !heir));

/** Return true if the player is the only person. A bot on the network does not count. */
export const isOnlyPerson = ({ seats, you }: State): boolean =>
  you !== null &&
  seats.every(({ seat, occupant, program }) => seat === you || occupant !== 'person' || program);

/** Return true if a table waits only for its creator, whose page starts the game. */
export const beginsByItself = (state: State): boolean =>
  state.status === 'waiting' && state.host && !state.invite;

/** Return true for the replay of a game, whose id serves as the table. */
export const isReplay = ({ table, finished }: State): boolean => table === finished;

/** Return true if finished rounds may be played again at a new table; replays have another way. */
export const mayPlayAgain = (state: State): boolean =>
  state.you !== null &&
  !isReplay(state) &&
  (state.status === 'over' || (playsAlone(state) && contestOf(state) === null));

export function nameOf(state: State, seat: Seat): string {
  return state.seats.find((info) => info.seat === seat)?.name ?? '';
}
