import { expect, test, vi } from 'vitest';

import { leavesFrom, played } from './motion';

vi.hoisted(() => vi.stubGlobal('navigator', { languages: ['en'], onLine: true }));
vi.mock('svelte/motion', () => ({ prefersReducedMotion: { current: false } }));

const at = (x: number): DOMRect => ({ x, y: 0, width: 10, height: 14 }) as DOMRect;
const middle = { getBoundingClientRect: () => at(0) } as Element;

/** Return from how far to the right a card comes. The plate of its seat is at 100. */
function comesFrom(card: 'HA' | 'HK', own: boolean): string | undefined {
  const plate = { getBoundingClientRect: () => at(100) };
  vi.stubGlobal('document', { querySelector: () => plate });
  return played(middle, { card, seat: own ? 2 : 0, own }).css?.(0, 1);
}

test('a card that is played flies from the hand, one of another player from their plate', () => {
  leavesFrom('HA', at(30));
  expect(comesFrom('HA', true)).toContain('translate: 30px');
  expect(comesFrom('HK', false)).toContain('translate: 100px');
});

test('a card that was given away is played by whoever has it now', () => {
  leavesFrom('HK', at(30));
  expect(comesFrom('HK', false)).toContain('translate: 100px');
});
