import { beforeEach, expect, test, vi } from 'vitest';

import { RefusedError } from './api';
import { InLanguage } from './in-language.svelte';

let answers: { answer: (told: string) => void; refuse: (error: Error) => void }[] = [];
const ask = (): Promise<string> =>
  new Promise((answer, refuse) => answers.push({ answer, refuse }));

/** Wait until the answers are processed. */
const taken = () => new Promise((done) => setImmediate(done));

// Modules read the browser's settings as soon as they are imported.
vi.hoisted(() => vi.stubGlobal('navigator', { languages: ['en'], onLine: true }));

beforeEach(() => {
  answers = [];
});

test('an answer to an earlier question comes too late', async () => {
  const asked = new InLanguage(ask);
  asked.again();
  asked.again();
  answers.at(-1)?.answer('three players');
  await taken();
  answers.at(-2)?.answer('pairs');
  await taken();
  expect(asked.answer).toBe('three players');
  expect(asked.trouble).toBe('');
});

test('a refusal of an earlier question is not told', async () => {
  const asked = new InLanguage(ask);
  asked.again();
  asked.again();
  answers.at(-1)?.answer('three players');
  answers.at(-2)?.refuse(new RefusedError('too much is asked'));
  await taken();
  expect([asked.answer, asked.trouble]).toEqual(['three players', '']);
});

test('a refusal is told until there is an answer, and what was known stands', async () => {
  const asked = new InLanguage(ask);
  asked.again();
  answers.at(-1)?.answer('pairs');
  await taken();
  asked.again();
  answers.at(-1)?.refuse(new RefusedError('too much is asked'));
  await taken();
  expect([asked.answer, asked.trouble]).toEqual(['pairs', 'too much is asked']);
  asked.again();
  answers.at(-1)?.answer('three players');
  await taken();
  expect([asked.answer, asked.trouble]).toEqual(['three players', '']);
});
