import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { Lang } from '../generated/protocol';

import { RefusedError } from './api';
import { LOOK_EVERY, Watched } from './watched.svelte';

/** A server that answers on request. */
class Server {
  readonly questions: {
    lang: Lang;
    answer: (info: string) => void;
    refuse: (error: Error) => void;
  }[] = [];

  readonly ask = (lang: Lang): Promise<string> =>
    new Promise((answer, refuse) => this.questions.push({ lang, answer, refuse }));

  async answer(number: number, info: string): Promise<void> {
    this.questions[number]?.answer(info);
    await vi.advanceTimersByTimeAsync(0);
  }

  async refuse(number: number, sentence: string, missing = false): Promise<void> {
    this.questions[number]?.refuse(new RefusedError(sentence, missing));
    await vi.advanceTimersByTimeAsync(0);
  }
}

const page = { hidden: false };
let server: Server;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', page);
  page.hidden = false;
  server = new Server();
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('it is asked for again some time after the answer, until nobody follows', async () => {
  const watched = new Watched(server.ask);
  const stop = watched.follow('en');
  await vi.advanceTimersByTimeAsync(10 * LOOK_EVERY);
  expect(server.questions).toHaveLength(1); // never two questions to a slow server at once
  await server.answer(0, 'one pair');
  expect(watched.info).toBe('one pair');
  await vi.advanceTimersByTimeAsync(LOOK_EVERY);
  expect(server.questions).toHaveLength(2);
  await server.answer(1, 'two pairs');
  expect(watched.info).toBe('two pairs');
  stop();
  await vi.advanceTimersByTimeAsync(10 * LOOK_EVERY);
  expect(server.questions).toHaveLength(2);
});

test('a page that is not seen asks for nothing', async () => {
  page.hidden = true;
  new Watched(server.ask).follow('en');
  await vi.advanceTimersByTimeAsync(2 * LOOK_EVERY);
  expect(server.questions).toHaveLength(0);
  page.hidden = false;
  await vi.advanceTimersByTimeAsync(LOOK_EVERY);
  expect(server.questions).toHaveLength(1);
});

test('a page that is not seen asks for what is awaited there', async () => {
  new Watched(server.ask, undefined, (info) => info === 'a break').follow('en');
  await server.answer(0, 'a break');
  page.hidden = true;
  await vi.advanceTimersByTimeAsync(LOOK_EVERY);
  expect(server.questions).toHaveLength(2);
  await server.answer(1, 'a round');
  await vi.advanceTimersByTimeAsync(2 * LOOK_EVERY);
  expect(server.questions).toHaveLength(2);
});

test('trouble is told until there is an answer, and what was known stands', async () => {
  const watched = new Watched(server.ask);
  watched.follow('en');
  await server.answer(0, 'one pair');
  await vi.advanceTimersByTimeAsync(LOOK_EVERY);
  await server.refuse(1, 'too much is asked');
  expect([watched.info, watched.trouble]).toEqual(['one pair', 'too much is asked']);
  await vi.advanceTimersByTimeAsync(LOOK_EVERY);
  await server.answer(2, 'two pairs');
  expect([watched.info, watched.trouble]).toEqual(['two pairs', '']);
});

test('an answer that was asked for before an action does not undo it', async () => {
  const watched = new Watched(server.ask);
  watched.follow('en');
  await watched.act(() => Promise.resolve('two pairs'));
  await server.answer(0, 'one pair');
  expect(watched.info).toBe('two pairs');
});

test('what has become of it is shown in the language that was chosen meanwhile', async () => {
  const watched = new Watched(server.ask);
  watched.follow('en')();
  const acted = watched.act(() => Promise.resolve('round 1 of 3'));
  watched.follow('de');
  await server.answer(1, 'vor Durchgang 1'); // requested before the action finished
  await server.answer(2, 'Durchgang 1 von 3');
  await acted;
  expect(server.questions.map(({ lang }) => lang)).toEqual(['en', 'de', 'de']);
  expect(watched.info).toBe('Durchgang 1 von 3');
});

test('an answer in the language of before is not shown', async () => {
  const watched = new Watched(server.ask);
  const stop = watched.follow('en');
  stop();
  watched.follow('de');
  await server.answer(1, 'ein Paar');
  await server.answer(0, 'one pair');
  expect(watched.info).toBe('ein Paar');
  await vi.advanceTimersByTimeAsync(LOOK_EVERY);
  expect(server.questions.map(({ lang }) => lang)).toEqual(['en', 'de', 'de']);
});

test('what is settled is asked for once in each language', async () => {
  const watched = new Watched(server.ask, (info) => info.endsWith('over'));
  const stop = watched.follow('en');
  await server.answer(0, 'over');
  await vi.advanceTimersByTimeAsync(3 * LOOK_EVERY);
  expect(server.questions).toHaveLength(1);
  stop();
  watched.follow('de');
  await server.answer(1, 'es ist over');
  expect(watched.info).toBe('es ist over');
});

test('what is not there is asked for once in each language', async () => {
  const watched = new Watched(server.ask);
  const stop = watched.follow('en');
  await server.refuse(0, 'there is no such challenge', true);
  await vi.advanceTimersByTimeAsync(3 * LOOK_EVERY);
  expect(server.questions).toHaveLength(1);
  expect(watched.trouble).toBe('there is no such challenge');
  stop();
  watched.follow('de');
  expect(server.questions).toHaveLength(2);
});
