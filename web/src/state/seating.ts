import type { Seat, Side, State } from '../generated/protocol';

export type Place = 'bottom' | 'left' | 'upper-left' | 'top' | 'upper-right' | 'right';

const SEATS: readonly Seat[] = [0, 1, 2, 3, 4, 5];

/** The places of a table for that many, clockwise from the player's one. */
const PLACES: Record<number, readonly Place[]> = {
  2: ['bottom', 'top'],
  3: ['bottom', 'left', 'right'],
  4: ['bottom', 'left', 'top', 'right'],
  5: ['bottom', 'left', 'upper-left', 'upper-right', 'right'],
  6: ['bottom', 'left', 'upper-left', 'top', 'upper-right', 'right'],
};

/** The seat that many steps clockwise. */
export function seatAfter(seat: Seat, steps: number, players: number): Seat {
  return SEATS[(seat + steps) % players] ?? 0;
}

/** Where a seat is drawn: the player's one at the bottom, the others clockwise from there. */
export function placeOf(seat: Seat, you: Seat | null, players: number): Place {
  const steps = (seat - (you ?? 0) + players) % players;
  return PLACES[players]?.[steps] ?? 'top';
}

export const sideOf = (sides: readonly Side[], seat: Seat): number =>
  sides.findIndex((side) => side.includes(seat));

/** The seats of a side, the player's one first. */
export const ownFirst = (side: Side, you: Seat | null): Seat[] =>
  [...side].sort((a, b) => Number(b === you) - Number(a === you));

/** The letter that gives a side its color. */
export const sideLetter = (side: number): string => 'abcdef'.charAt(Math.max(side, 0));

export function partnersOf(sides: readonly Side[], seat: Seat): Seat[] {
  return (sides[sideOf(sides, seat)] ?? []).filter((other) => other !== seat);
}

/** Whether only bots sit in the other seats. */
export const playsAlone = ({ seats, you }: State): boolean =>
  you !== null &&
  seats.every(({ seat, occupant, heir }) => seat === you || (occupant === 'bot' && !heir));

/** Whether no other person sits at the table; a program that plays over the network is none. */
export const isOnlyPerson = ({ seats, you }: State): boolean =>
  you !== null &&
  seats.every(({ seat, occupant, program }) => seat === you || occupant !== 'person' || program);

/** Whether it is a table of a match or of an evening, where people meet people. */
export const inMatch = (state: State): boolean => !!(state.duplicate ?? state.evening);

/**
 * Whether rounds of the game that are over may be played again at a table of their own; where it is
 * gone through instead (its id stands for the table), there is another way to that.
 */
export const mayPlayAgain = (state: State): boolean =>
  state.you !== null &&
  state.table !== state.finished &&
  (state.status === 'over' || (playsAlone(state) && !state.attempt && !inMatch(state)));

export function nameOf(state: State, seat: Seat): string {
  return state.seats.find((info) => info.seat === seat)?.name ?? '';
}
