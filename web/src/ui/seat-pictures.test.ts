import { beforeEach, expect, test, vi } from 'vitest';

import { forgetPictures, keyOf, pictureOf, want, type Place } from './seat-pictures';

/** The tables of each request, and whether the server can be reached. */
let asked: string[][] = [];
let reached = true;

vi.stubGlobal('fetch', (path: string) => {
  const tables = path.slice(path.indexOf('=') + 1).split(',');
  asked.push(tables);
  if (!reached) return Promise.reject(new TypeError('no connection'));
  const pictures = Object.fromEntries(tables.map((table) => [table, ['fox', null, 'owl', null]]));
  return Promise.resolve(Response.json({ pictures }));
});

const ann = (table: string): Place => ({ table, seat: 2, name: 'Ann' });
const shown = (table: string) => pictureOf(keyOf(ann(table)));

beforeEach(() => {
  vi.useFakeTimers();
  forgetPictures();
  asked = [];
  reached = true;
});

test('seats that are wanted together are loaded with one request', async () => {
  want(ann('one'));
  want(ann('two'));
  want({ table: 'one', seat: 1, name: 'Ben' });
  await vi.advanceTimersByTimeAsync(100);
  expect(asked).toEqual([['one', 'two']]);
  expect(shown('two')).toBe('owl');
  expect(pictureOf(keyOf({ table: 'one', seat: 1, name: 'Ben' }))).toBeNull();
});

test('a request that fails is repeated later', async () => {
  reached = false;
  want(ann('far'));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(asked).toEqual([['far']]);
  expect(shown('far')).toBeUndefined();
  reached = true;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked).toEqual([['far'], ['far']]);
  expect(shown('far')).toBe('owl');
});

test('more tables than fit are loaded with a second request', async () => {
  const tables = Array.from({ length: 70 }, (_, number) => `table${number}`);
  for (const table of tables) want(ann(table));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked.map((each) => each.length)).toEqual([60, 10]);
  expect(tables.every((table) => shown(table) === 'owl')).toBe(true);
});
