import { expect, test, vi } from 'vitest';

import { RefusedError } from './api';
import { Asking } from './asking.svelte';

// Modules read the browser's settings and address as soon as they are imported.
vi.hoisted(() => {
  vi.stubGlobal('navigator', { languages: ['en'], onLine: true });
  vi.stubGlobal('location', { hash: '', pathname: '/' });
  vi.stubGlobal('document', { activeElement: null });
});

test('while something is asked for, nothing else is; what was wrong is told until the next answer', async () => {
  const asking = new Asking();
  let answer: (problem: string) => void = () => undefined;
  const first = asking.once(() => new Promise((told) => (answer = told)));
  const second = vi.fn(() => Promise.resolve(''));
  await asking.once(second);
  expect([asking.busy, second.mock.calls.length]).toEqual([true, 0]);
  answer('the table is full');
  await first;
  expect([asking.busy, asking.problem]).toEqual([false, 'the table is full']);
  await asking.once(second);
  expect(asking.problem).toBe('');
});

test('what fails says why in words, and whether something was done is answered', async () => {
  const asking = new Asking();
  const refused = () => Promise.reject(new RefusedError('the table is full'));
  expect(await asking.attempt(refused)).toBe(false);
  expect([asking.busy, asking.problem]).toEqual([false, 'the table is full']);
  expect(await asking.attempt(() => Promise.resolve())).toBe(true);
  expect(asking.problem).toBe('');
});

test('what is wrong once more is told once more', async () => {
  const asking = new Asking();
  asking.problem = 'the table is full';
  const told = vi.fn(() => Promise.resolve(asking.problem));
  await asking.once(told);
  expect(await told.mock.results[0]?.value).toBe('');
});
