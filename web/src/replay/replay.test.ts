import { expect, test, vi } from 'vitest';

import type { Lang } from '../generated/protocol';

import { Replay } from './replay.svelte';

// Settings are those of a browser as soon as they are imported.
vi.hoisted(() => vi.stubGlobal('navigator', { languages: ['en'], onLine: true }));

const TITLES: Partial<Record<Lang, string>> = { en: 'Two players', de: 'Zu zweit' };

/** A server that tells what a game is called, and nothing else of it. */
vi.stubGlobal('fetch', (path: string) => {
  const { pathname, searchParams } = new URL(path, 'http://server');
  const title = TITLES[searchParams.get('lang') as Lang];
  const ok = pathname === '/api/games/one';
  return Promise.resolve({ ok, json: () => Promise.resolve({ title, players: [] }) });
});

test('where nobody has answered, a game can be asked for again', async () => {
  const answered = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError());
  const replay = new Replay('one', () => 'en');
  await replay.begin(0, null);
  expect([replay.problem, replay.info]).toEqual(['The server does not answer.', null]);
  answered.mockRestore();
  await replay.begin(0, null);
  expect(replay.info?.title).toBe('Two players');
});

test('in another language the game is called as it is there', async () => {
  let lang: Lang = 'en';
  const replay = new Replay('one', () => lang);
  await replay.begin(0, null);
  expect(replay.info?.title).toBe('Two players');
  lang = 'de';
  await replay.translate();
  expect(replay.info?.title).toBe('Zu zweit');
});
