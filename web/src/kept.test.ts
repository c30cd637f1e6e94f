import { expect, test, vi } from 'vitest';

import { keep, kept } from './kept';

/** Set up the storage of a browser, which refuses everything if it is full. */
function browser({ full }: { full: boolean }): void {
  const all = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => all.get(name) ?? null,
    setItem: (name: string, text: string) => {
      if (full) throw new Error('full');
      all.set(name, text);
    },
  });
}

test('what is kept is there again', () => {
  browser({ full: false });
  expect(keep('sheet', [1])).toBe(true);
  expect(kept('sheet')).toEqual([1]);
});

test('a full browser says so, and the page goes on with what it has', () => {
  browser({ full: true });
  expect(keep('sheet', [1, 2])).toBe(false);
  expect(kept('sheet')).toEqual([1, 2]);
  browser({ full: false });
  expect(keep('sheet', [3])).toBe(true);
  expect(kept('sheet')).toEqual([3]);
});

test('a browser that lets nobody at what it keeps has kept nothing', () => {
  vi.stubGlobal('localStorage', undefined);
  expect(kept('name')).toBeNull();
  expect(keep('name', 'Ada')).toBe(false);
  expect(kept('name')).toBe('Ada');
});
