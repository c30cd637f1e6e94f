import { expect, test } from 'vitest';

import type { Seat } from '../generated/protocol';
import { stateWith } from '../testing/states';

import { wantedSeat, wantSeat } from './wanted-seat';

const waiting = (seat: Seat, you: Seat | null = null) => {
  const state = stateWith(1, null, { you });
  const seats = state.seats.map(
    (info) => ({ ...info, sit: info.seat === seat ? 'now' : null }) as const,
  );
  return { ...state, seats };
};

test('the seat that was chosen is taken once', () => {
  wantSeat('T', 3);
  expect(wantedSeat({ ...waiting(3), table: 'other' })).toBeNull();
  expect(wantedSeat(waiting(3))).toBe(3);
  expect(wantedSeat(waiting(3))).toBeNull();
});

test('a seat that is gone, or a second one, is not asked for', () => {
  wantSeat('T', 3);
  expect(wantedSeat(waiting(1))).toBeNull();
  wantSeat('T', 3);
  expect(wantedSeat(waiting(3, 0))).toBeNull();
});
