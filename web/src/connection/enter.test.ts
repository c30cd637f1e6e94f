import { afterEach, expect, test, vi } from 'vitest';

import { settings } from '../settings.svelte';

import { ownName } from './enter';

// Settings and the address are those of a browser as soon as they are imported.
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
