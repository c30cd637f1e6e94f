import { expect, test, vi } from 'vitest';

import type { Lang } from '../generated/protocol';

import { Replay } from './replay.svelte';

// Modules read the browser's settings as soon as they are imported.
vi.hoisted(() => vi.stubGlobal('navigator', { languages: ['en'], onLine: true }));

const TITLES: Partial<Record<Lang, string>> = { en: 'Two players', de: 'Zu zweit' };

/** A server that knows a game's title, and nothing else about it. */
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
  expect([replay.problem, replay.info]).toEqual(['The server isn’t responding.', null]);
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

test('where nobody answers, cards are still those of the seat from which they are seen', async () => {
  const replay = new Replay('one', () => 'en');
  const view = { phase: 'play', tricks: [], results: [] };
  const steps = { round: 1, last_round: 1, state: { type: 'state', seq: 3, view }, updates: [] };
  const answered = vi.spyOn(globalThis, 'fetch');
  answered.mockResolvedValueOnce(Response.json(steps));
  await replay.toRound(1);
  expect([replay.steps.length, replay.problem]).toEqual([1, '']);
  answered.mockRejectedValueOnce(new TypeError());
  await replay.see({ front: 1 });
  expect([replay.front, replay.problem]).toEqual([0, 'The server isn’t responding.']);
  answered.mockResolvedValueOnce(Response.json(steps));
  await replay.see({ front: 1 });
  expect([replay.front, replay.problem]).toEqual([1, '']);
  answered.mockRestore();
});
