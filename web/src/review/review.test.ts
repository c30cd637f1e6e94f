import { expect, test, vi } from 'vitest';

import type { Lang } from '../generated/protocol';

import { Review } from './review.svelte';

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

test('in another language the game is called as it is there', async () => {
  let lang: Lang = 'en';
  const review = new Review('one', () => lang);
  await review.begin();
  review.close(); // it looks no more by itself
  expect(review.info?.title).toBe('Two players');
  lang = 'de';
  await review.again();
  expect(review.info?.title).toBe('Zu zweit');
});
