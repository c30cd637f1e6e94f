import type { Seat, Side, State } from '../generated/protocol';

export type Place = 'bottom' | 'left' | 'top' | 'right';

const SEATS: readonly Seat[] = [0, 1, 2, 3];

/** The seat so many steps clockwise. */
export function seatAfter(seat: Seat, steps: number, players: number): Seat {
  return SEATS[(seat + steps) % players] ?? 0;
}

/** Where a seat is drawn: the own one at the bottom, the others clockwise from there. */
export function placeOf(seat: Seat, you: Seat | null, players: number): Place {
  const steps = (seat - (you ?? 0) + players) % players;
  if (players === 2) return steps === 0 ? 'bottom' : 'top';
  return (['bottom', 'left', 'top', 'right'] as const)[steps] ?? 'top';
}

export const sideOf = (sides: readonly Side[], seat: Seat): number =>
  sides.findIndex((side) => side.includes(seat));

export function partnerOf(sides: readonly Side[], seat: Seat): Seat | null {
  return sides[sideOf(sides, seat)]?.find((other) => other !== seat) ?? null;
}

export function nameOf(state: State, seat: Seat): string {
  return state.seats.find((info) => info.seat === seat)?.name ?? '';
}
