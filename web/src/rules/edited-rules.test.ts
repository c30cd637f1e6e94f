import { beforeEach, expect, test, vi } from 'vitest';

import type { OptionInfo, OptionValue } from '../generated/protocol';

import { EditedRules } from './edited-rules.svelte';

const TARGET = { path: 'end.target', default: 500 } as OptionInfo;

let answers: ((answer: Told) => void)[] = [];

const told = (what: unknown) => ({ ok: true, json: () => Promise.resolve(what) });
type Told = ReturnType<typeof told>;

/** Return the server's answer for rules with this target. */
const said = (target: OptionValue): Told =>
  told({
    preset: 'standard',
    code: `end.target=${String(target)}`,
    problems: [],
    rules: {},
    changes: [{ path: TARGET.path, value: target }],
  });

/** Wait until the answers are processed. */
const taken = () => new Promise((done) => setImmediate(done));

vi.stubGlobal('fetch', (path: string): Promise<Told> => {
  if (path.startsWith('/api/presets'))
    return Promise.resolve(told([{ name: 'standard', rules: {} }]));
  if (path.startsWith('/api/library')) return Promise.resolve(told([]));
  if (path.startsWith('/api/schema')) return Promise.resolve(told([{ options: [TARGET] }]));
  return new Promise((answer) => answers.push(answer));
});

beforeEach(() => {
  answers = [];
});

async function opened(): Promise<EditedRules> {
  const edited = new EditedRules();
  await edited.speak('en');
  const loaded = edited.load({ code: 'end.target=250' });
  expect(edited.ready).toBe(false);
  answers[0]?.(said(250));
  await loaded;
  return edited;
}

test('rules are changed only once those that the page was opened with are there', async () => {
  const edited = await opened();
  expect([edited.ready, edited.value(TARGET)]).toEqual([true, 250]);
});

test('rules that contradict themselves are opened, and those with an impossible value are not', async () => {
  const edited = await opened();
  const wrong = { rules: null, problems: [{ code: '', text: 'no', options: [] }] };
  const contradicting = edited.load({ code: 'end.target=300' });
  answers[1]?.(told({ preset: 'standard', code: 'end.target=300', changes: [], ...wrong }));
  expect(await contradicting).toBe('');
  expect([edited.code, edited.playable, edited.problems.length]).toEqual([
    'end.target=300',
    false,
    1,
  ]);
  const impossible = edited.load({ code: 'end.target=x' });
  answers[2]?.(told({ preset: 'standard', code: '', changes: [], ...wrong }));
  expect(await impossible).not.toBe('');
  expect(edited.code).toBe('end.target=300');
});

test('rules opened while an option is changed come too late', async () => {
  const edited = await opened();
  const loaded = edited.load({ code: 'end.target=300' });
  edited.change(TARGET, 7);
  answers[1]?.(said(300));
  expect(await loaded).toBe('');
  answers[2]?.(said(7));
  await taken();
  expect([edited.value(TARGET), edited.info?.code]).toEqual([7, 'end.target=7']);
});

test('the word on rules that are no longer there is not taken for that on those opened', async () => {
  const edited = await opened();
  edited.change(TARGET, 7);
  const loaded = edited.load({ code: 'end.target=300' });
  answers[2]?.(said(300));
  await loaded;
  answers[1]?.(said(7));
  await taken();
  expect([edited.value(TARGET), edited.info?.code]).toEqual([300, 'end.target=300']);
  expect(edited.playable).toBe(true);
});

test('a title written while rules are opened stays, and the rules come too late', async () => {
  const edited = await opened();
  const loaded = edited.load({ code: 'end.target=300' });
  edited.rename('Ours');
  answers[1]?.(said(300));
  expect(await loaded).toBe('');
  expect([edited.title, edited.value(TARGET)]).toEqual(['Ours', 250]);
});

test('of rules opened one after the other the last ones stand', async () => {
  const edited = await opened();
  const first = edited.load({ code: 'end.target=300' });
  const refused = edited.load({ code: 'end.target=-1' });
  const last = edited.load({ code: 'end.target=400' });
  answers[1]?.(said(300));
  answers[2]?.(told({ code: '', problems: [{ text: 'too low', options: [] }], changes: [] }));
  answers[3]?.(said(400));
  expect(await Promise.all([first, refused, last])).toEqual(['', '', '']);
  expect([edited.value(TARGET), edited.info?.code]).toEqual([400, 'end.target=400']);
});
