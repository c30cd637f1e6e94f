import { expect, test } from 'vitest';

import type { Standing } from '../generated/protocol';
import { FROZEN, stateWith, viewWith } from '../testing/states';

import { looksUnasked, UnaskedLook } from './looking';
import { emptyTable, type TableModel } from './table';

const LOOK = { actions: [{ type: 'look' }], choose: null, aside: [], tolerated: [] } as const;

/** The south player's table with these scores of the two sides, before looking. */
function unseen(own: number, other: number, options: typeof LOOK | null = LOOK) {
  const standings: Standing[] = [
    { score: own, bags: 0 },
    { score: other, bags: 0 },
  ];
  return stateWith(1, viewWith({ standings, ...(options ? { options } : {}) }));
}

test('cards are turned up unasked unless the side is far behind', () => {
  expect(looksUnasked(unseen(0, 0), 'behind')).toBe(true);
  expect(looksUnasked(unseen(120, 219), 'behind')).toBe(true);
  expect(looksUnasked(unseen(120, 220), 'behind')).toBe(false);
});

test('whoever wants to be asked is asked, whoever does not is never', () => {
  expect(looksUnasked(unseen(0, 0), 'always')).toBe(false);
  expect(looksUnasked(unseen(0, 400), 'never')).toBe(true);
});

test('nothing is turned up where there is nothing to look at', () => {
  expect(looksUnasked(unseen(0, 0, null), 'never')).toBe(false);
  expect(looksUnasked({ ...unseen(0, 0), you: null }, 'never')).toBe(false);
  expect(looksUnasked(stateWith(1, null), 'never')).toBe(false);
});

const at = (state: TableModel['state']): TableModel => ({
  ...emptyTable,
  connection: 'open',
  state,
});

test('a deal is looked at once, though others bid before the answer comes', () => {
  const look = new UnaskedLook();
  expect(look.isDue(at(unseen(0, 0)), 'never')).toBe(true);
  expect(look.isDue(at(unseen(0, 0)), 'never')).toBe(false);
  const anew = stateWith(1, viewWith({ options: LOOK, thrown_in: [{ seat: 0, hand: [] }] }));
  expect(look.isDue(at(anew), 'never')).toBe(true);
});

test('the next deal is looked at again, and so is one whose request was lost', () => {
  const look = new UnaskedLook();
  look.isDue(at(unseen(0, 0)), 'never');
  look.isDue(at(unseen(0, 0, null)), 'never');
  expect(look.isDue(at(unseen(0, 0)), 'never')).toBe(true);
  expect(look.isDue({ ...at(unseen(0, 0)), connection: 'lost' }, 'never')).toBe(false);
  expect(look.isDue(at(unseen(0, 0)), 'never')).toBe(true);
});

test.each(FROZEN)('a table that stands still is asked when it goes on', (consent) => {
  const look = new UnaskedLook();
  expect(look.isDue(at({ ...unseen(0, 0), consent }), 'never')).toBe(false);
  expect(look.isDue(at(unseen(0, 0)), 'never')).toBe(true);
});
