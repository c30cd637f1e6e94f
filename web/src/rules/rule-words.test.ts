import { expect, test, vi } from 'vitest';

import type { OptionInfo } from '../generated/protocol';

import { inRuleWords } from './rule-words';

// Modules read the browser's settings as soon as they are imported.
vi.hoisted(() => vi.stubGlobal('navigator', { languages: ['en'], onLine: true }));

const TARGET = {
  path: 'end.target',
  title: 'Target',
  values: [],
  names: [],
} as unknown as OptionInfo;
const fetched = vi.fn(() =>
  Promise.resolve({ ok: true, json: () => Promise.resolve([{ options: [TARGET] }]) }),
);
vi.stubGlobal('fetch', fetched);

test('what is said of rules is put into words together, and what the options are called asked for once', async () => {
  expect(await inRuleWords(['end.target is low', 'end.target is odd'])).toBe(
    '“Target” is low. “Target” is odd.',
  );
  expect(fetched).toHaveBeenCalledOnce();
  expect(await inRuleWords([])).toBe('');
  expect(fetched).toHaveBeenCalledOnce();
});

test('an option may be called otherwise on a page', async () => {
  expect(await inRuleWords(['end.target is low'], { 'end.target': 'Game ends at' })).toBe(
    '“Game ends at” is low.',
  );
});
