import { expect, test } from 'vitest';

import type { Standing } from '../generated/protocol';
import { stateWith, viewWith } from '../testing/states';

import { looksUnasked } from './looking';

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
