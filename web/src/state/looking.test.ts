import { expect, test } from 'vitest';

import type { Standing } from '../generated/protocol';
import { FROZEN, stateWith, UNBEATEN, viewWith } from '../testing/states';

import { turningDue, turningOf } from './looking';
import { emptyTable, type TableModel } from './table';

const LOOK = { actions: [{ type: 'look' }], choose: null, aside: [], tolerated: [] } as const;

/** Return the south player's table with these scores, before looking. */
function unseen(own: number, other: number, options: typeof LOOK | null = LOOK) {
  const standings: Standing[] = [
    { score: own, bags: 0, ...UNBEATEN },
    { score: other, bags: 0, ...UNBEATEN },
  ];
  return stateWith(1, viewWith({ standings, ...(options ? { options } : {}) }));
}

test('turningOf by default offers a blind bid for a moment, and waits at 100 points behind', () => {
  expect(turningOf(unseen(0, 0), 'behind')).toBe('soon');
  expect(turningOf(unseen(120, 219), 'behind')).toBe('soon');
  expect(turningOf(unseen(120, 220), 'behind')).toBe('on_answer');
});

test('turningOf with always waits, with never does not', () => {
  expect(turningOf(unseen(0, 0), 'always')).toBe('on_answer');
  expect(turningOf(unseen(0, 400), 'never')).toBe('now');
});

test('turningOf without cards to look at is null', () => {
  expect(turningOf(unseen(0, 0, null), 'never')).toBeNull();
  expect(turningOf({ ...unseen(0, 0), you: null }, 'never')).toBeNull();
  expect(turningOf(stateWith(1, null), 'never')).toBeNull();
});

const at = (state: TableModel['state']): TableModel => ({
  ...emptyTable,
  connection: 'open',
  state,
});

test('turningDue stays the same while others bid, and changes with a new deal', () => {
  const due = turningDue(at(unseen(0, 0)), 'soon');
  expect(due).not.toBe('');
  expect(turningDue(at({ ...unseen(0, 0), seq: 99 }), 'soon')).toBe(due);
  const redealt = stateWith(1, viewWith({ options: LOOK, thrown_in: [{ seat: 0, hand: [] }] }));
  expect(turningDue(at(redealt), 'soon')).not.toBe(due);
  expect(turningDue(at(unseen(0, 0)), 'now')).not.toBe(due);
});

test('turningDue is empty while the player decides or the connection is lost', () => {
  expect(turningDue(at(unseen(0, 0)), 'on_answer')).toBe('');
  expect(turningDue(at(unseen(0, 0)), null)).toBe('');
  expect(turningDue({ ...at(unseen(0, 0)), connection: 'lost' }, 'now')).toBe('');
});

test.each(FROZEN)('turningDue at a frozen table is empty', (consent) => {
  expect(turningDue(at({ ...unseen(0, 0), consent }), 'soon')).toBe('');
});
