import { expect, test, vi } from 'vitest';

import type { SeatInfo, State } from '../generated/protocol';
import { changesBetween } from '../state/changes';
import { stateWith, viewWith } from '../testing/states';

import { calling, isAmongPeople } from './events';

// Modules read the browser's settings as soon as they are imported.
vi.hoisted(() => vi.stubGlobal('navigator', { languages: ['en'], onLine: true }));

const named = (state: State, names: Partial<Record<number, string>>): State => ({
  ...state,
  seats: state.seats.map((info): SeatInfo => {
    const name = names[info.seat];
    return name === undefined
      ? { ...info, occupant: 'open', name: '', heir: '' }
      : { ...info, occupant: 'person', name, heir: '' };
  }),
});

const waiting = named(
  { ...stateWith(1, null), status: 'waiting', invite: true, you: 2 },
  { 2: 'Ada' },
);
const playing = (to_act: 0 | 2, seq: number) =>
  named({ ...stateWith(seq, viewWith({ to_act, seat: 2 })), you: 2 }, { 0: 'Bea', 2: 'Ada' });

const call = (before: State | null, state: State) =>
  calling(before, state, changesBetween(before, state));

test('a turn calls the player once', () => {
  const mine = playing(2, 2);
  expect(call(playing(0, 1), mine)).toBe('It’s your turn');
  expect(call(mine, mine)).toBeNull();
  expect(call(mine, playing(0, 3))).toBeNull();
});

test('nothing calls a player who has just opened the table', () => {
  expect(call(null, playing(2, 1))).toBeNull();
});

test('a person who sits down calls the waiting host', () => {
  const come = named({ ...waiting, seq: 2 }, { 0: 'Bea', 2: 'Ada' });
  expect(call(waiting, come)).toBe('New at the table: Bea');
  expect(call(come, waiting)).toBeNull();
});

test('the start of the game calls the guests', () => {
  expect(call(waiting, playing(0, 2))).toBe('The game has started');
});

test('a table without other people calls no one', () => {
  const alone = { ...named(playing(2, 2), { 2: 'Ada' }), invite: false };
  expect(isAmongPeople(alone)).toBe(false);
  expect(call({ ...alone, seq: 1 }, alone)).toBeNull();
});
