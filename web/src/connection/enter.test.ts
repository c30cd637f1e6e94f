import { afterEach, expect, test, vi } from 'vitest';

import { go } from '../router.svelte';
import { settings } from '../settings.svelte';

import { enter, ownName } from './enter';

// Modules read the browser's settings and address as soon as they are imported.
vi.hoisted(() => {
  vi.stubGlobal('navigator', { languages: ['en'], onLine: true });
  vi.stubGlobal('location', { hash: '', pathname: '/' });
});

afterEach(() => {
  settings.name = '';
});

test('who has given no name has one that fits into every sentence', () => {
  expect(ownName()).toBe('Guest');
  settings.name = ' Ada ';
  expect(ownName()).toBe('Ada');
});

test('who has gone elsewhere meanwhile stays there, and so does who wants it no more', async () => {
  const went: string[] = [];
  vi.stubGlobal('localStorage', { getItem: () => null });
  vi.stubGlobal('fetch', () => Promise.resolve({ ok: true, json: () => Promise.resolve({}) }));
  vi.stubGlobal('history', { pushState: (_: null, __: string, path: string) => went.push(path) });
  vi.stubGlobal('scrollTo', () => undefined);
  const ask = () => Promise.resolve('/t/1');
  const elsewhere = () => {
    go('/lobby');
    return ask();
  };
  expect(await enter(elsewhere, { named: false })).toBe('');
  expect(await enter(ask, { named: false, wanted: () => false })).toBe('');
  expect(went).toEqual(['/lobby']);
  await enter(ask, { named: false });
  expect(went).toEqual(['/lobby', '/t/1']);
});
