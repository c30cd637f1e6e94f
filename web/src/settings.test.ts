import { expect, test, vi } from 'vitest';

import { choosePreset, settings } from './settings.svelte';

// Modules read the browser's settings as soon as they are imported.
vi.hoisted(() => vi.stubGlobal('navigator', { languages: ['en'], onLine: true }));

test('times that were chosen for some rules are not those of others', () => {
  settings.glass = 60;
  settings.bank = { bank: 300, increment: 3 };
  choosePreset('whiz');
  expect([settings.preset, settings.glass, settings.bank]).toEqual(['whiz', null, null]);
});
