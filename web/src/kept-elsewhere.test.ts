import { expect, test, vi } from 'vitest';

import { pass, passed } from './lessons/passed.svelte';
import { done, note } from './puzzle/done.svelte';
import { keepChanged, settings } from './settings.svelte';

const storage = vi.hoisted(() => {
  vi.stubGlobal('navigator', { languages: ['en'], onLine: true });
  const items = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, text: string) => items.set(name, text),
  });
  return items;
});

/** Store something as another window of the same browser would. */
const keepElsewhere = (name: string, what: unknown) => storage.set(name, JSON.stringify(what));

test('a puzzle that was answered in another window stays answered', () => {
  note(1, null, true);
  keepElsewhere('spadille.puzzles', {
    answers: { 1: true, 2: false },
    days: { '2026-07-31': true },
  });
  note(3, '2026-08-01', true);
  expect(done.answers).toEqual({ 1: true, 2: false, 3: true });
  expect(JSON.parse(storage.get('spadille.puzzles') ?? '')).toEqual({
    answers: { 1: true, 2: false, 3: true },
    days: { '2026-07-31': true, '2026-08-01': true },
  });
});

test('a lesson that was passed in another window stays passed', () => {
  pass('following');
  keepElsewhere('spadille.lessons', ['following', 'nil']);
  pass('blind');
  expect([...passed].sort()).toEqual(['blind', 'following', 'nil']);
  expect(JSON.parse(storage.get('spadille.lessons') ?? '')).toEqual(passed);
});

test('what was set in another window stays set, unless it is set here as well', () => {
  keepChanged();
  const elsewhere = { ...settings, name: 'Ada', sounds: true, bank: { bank: 60, increment: 2 } };
  keepElsewhere('spadille.settings', elsewhere);
  settings.leftHanded = true;
  settings.bank = { bank: 300, increment: 3 };
  keepChanged();
  expect(JSON.parse(storage.get('spadille.settings') ?? '')).toEqual({
    ...elsewhere,
    leftHanded: true,
    bank: { bank: 300, increment: 3 },
  });
  expect(settings.name).toBe('');
});
