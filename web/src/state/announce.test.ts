import { expect, test } from 'vitest';

import type { Judgement, Rules } from '../generated/protocol';
import { stateWith, viewWith } from '../testing/states';

import { announcement, judgementText } from './announce';

const wrong: Judgement = {
  kind: 'call',
  seat: 2,
  trick: 4,
  upheld: false,
  accused: 1,
  winner: null,
};

function told(judgement: Judgement, enforcement: Partial<Rules['enforcement']> = {}) {
  const state = stateWith(1, viewWith({}));
  const rules = { ...state.rules, enforcement: { ...state.rules.enforcement, ...enforcement } };
  return judgementText({ ...state, rules }, judgement);
}

test('what a wrong call and a proven revoke cost is told with them', () => {
  expect(told(wrong)).toMatch(/refused\. You: the side loses three tricks\.$/);
  expect(told({ ...wrong, upheld: true })).toMatch(/upheld\. Emil: the side is set/);
});

test('where a breach costs nothing, or what it costs lies on the table, no price is told', () => {
  expect(told(wrong, { false_call: 'none' })).toMatch(/refused\.$/);
  expect(told({ ...wrong, upheld: true }, { revoke_penalty: 'redeal' })).toMatch(/upheld\.$/);
  expect(told({ ...wrong, kind: 'claim', accused: null })).toMatch(/refused\.$/);
});

test('a deal that others play as well is told by its number among them, as it stands there', () => {
  const duplicate = { duplicate: 'd', deal: 2, deals: 8 };
  const state = stateWith(1, viewWith({}), { duplicate });
  expect(announcement(state, { kind: 'dealt', round: 1, dealer: null })).toMatch(/^Deal 2 of 8:/);
  expect(announcement(state, { kind: 'scored', round: 1 })).toBe('Deal 2 of 8 is over.');
  const alone = stateWith(1, viewWith({}));
  expect(announcement(alone, { kind: 'scored', round: 3 })).toBe('Round 3 is over.');
});
