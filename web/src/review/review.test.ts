import { expect, test, vi } from 'vitest';

import type { Lang } from '../generated/protocol';

import { Review } from './review.svelte';

// Modules read the browser's settings as soon as they are imported.
vi.hoisted(() => vi.stubGlobal('navigator', { languages: ['en'], onLine: true }));

const TITLES: Partial<Record<Lang, string>> = { en: 'Two players', de: 'Zu zweit' };

type Answer = (told: unknown) => void;

/** The pending requests for decisions and the title, if the test delays them. */
let asked: Answer[] | null = null;
let called: Answer[] | null = null;

const told = (what: unknown) => ({ ok: true, json: () => Promise.resolve(what) });

/** A server that knows a game's title, and reviews it on request. */
vi.stubGlobal('fetch', (path: string) => {
  const { pathname, searchParams } = new URL(path, 'http://server');
  const title = TITLES[searchParams.get('lang') as Lang];
  if (pathname === '/api/games/one') {
    const answer = told({ title, players: [] });
    return called
      ? new Promise((given) => called?.push(() => given(answer)))
      : Promise.resolve(answer);
  }
  const waiting = pathname.endsWith('/review') ? asked : null;
  return waiting ? new Promise((answer) => waiting.push(answer)) : Promise.resolve({ ok: false });
});

/** Start a review in English. Switch to German while an answer is pending. */
async function turnedGerman(waiting: readonly Answer[]) {
  let lang: Lang = 'en';
  const review = new Review('one', () => lang);
  const begun = review.begin();
  await vi.waitFor(() => {
    expect(waiting).toHaveLength(1);
  });
  lang = 'de';
  return { review, begun, again: review.again() };
}

test('in another language the game is called as it is there', async () => {
  let lang: Lang = 'en';
  const review = new Review('one', () => lang);
  await review.begin();
  review.close(); // it polls no longer
  expect(review.info?.title).toBe('Two players');
  lang = 'de';
  await review.again();
  expect(review.info?.title).toBe('Zu zweit');
});

test('decisions in the language of before come too late', async () => {
  const decisions = (...texts: string[]) =>
    told({ status: 'done', seats: [], decisions: texts.map((text, event) => ({ event, text })) });
  asked = [];
  const { review, begun, again } = await turnedGerman(asked);
  asked[0]?.(decisions('Lead high'));
  await begun;
  asked[1]?.(decisions('Spiel hoch an', 'Gib zu'));
  await again;
  asked = null;
  expect(review.decisions).toMatchObject([{ text: 'Spiel hoch an' }, { text: 'Gib zu' }]);
});

test('in a language chosen while it is asked for at first the game is called as it is there', async () => {
  called = [];
  const { review, begun, again } = await turnedGerman(called);
  called[1]?.(null);
  await again;
  called[0]?.(null);
  await begun;
  review.close();
  called = null;
  expect(review.info?.title).toBe('Zu zweit');
});

test('a review is worked out also where the language was chosen while it was looked for', async () => {
  const none = told({ status: 'none', seats: [], decisions: [] });
  asked = [];
  const { review, begun, again } = await turnedGerman(asked);
  asked[0]?.(none);
  await begun;
  asked[1]?.(none);
  await vi.waitFor(() => {
    expect(asked).toHaveLength(3);
  });
  asked[2]?.(told({ status: 'done', seats: [], decisions: [] }));
  await again;
  asked = null;
  expect(review.now?.status).toBe('done');
});

test('a review that is asked for once more is still of the player that was chosen', async () => {
  asked = null;
  const review = new Review('one', () => 'en');
  await review.begin();
  review.seat = 2;
  await review.begin();
  review.close();
  expect(review.seat).toBe(2);
});

test('where nobody answers one looks once in a while, however often it was asked, and not after the page was left', async () => {
  vi.useFakeTimers();
  const review = new Review('one', () => 'en');
  await review.again();
  await review.again();
  expect(vi.getTimerCount()).toBe(1);
  review.close();
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});
