import { describe, expect, test } from 'vitest';

import type { RoundResult, State, Update } from '../generated/protocol';
import { stateWith, viewWith } from '../testing/states';

import { Results } from './results';

const round = (number: number): RoundResult => ({
  number,
  dealer: 0,
  bids: [],
  won: [],
  sides: [],
});

const told = (from: number, ...numbers: number[]): State =>
  stateWith(1, viewWith({ results: numbers.map(round) }), { results_from: from });

function shown(results: Results, state: State): number[] | undefined {
  return results.complete(state)?.view?.results.map(({ number }) => number);
}

describe('the results of all rounds', () => {
  test('are those known before and the new ones', () => {
    const results = new Results();
    expect(shown(results, told(0, 1, 2))).toEqual([1, 2]);
    expect(shown(results, told(2))).toEqual([1, 2]);
    expect(shown(results, told(2, 3))).toEqual([1, 2, 3]);
    expect(shown(results, told(3))).toEqual([1, 2, 3]);
  });

  test('give way to what has become different', () => {
    const results = new Results();
    results.complete(told(0, 1, 2, 3));
    expect(shown(results, told(1, 7))).toEqual([1, 7]);
    expect(shown(results, told(0))).toEqual([]);
    expect(shown(results, told(0, 1))).toEqual([1]);
  });

  test('are kept by an update that tells none, and added to by one that does', () => {
    const results = new Results();
    results.complete(told(0, 1, 2));
    const quiet: Update = {
      type: 'update',
      seq: 2,
      since: 1,
      state: { host: false },
      view: { phase: 'score' },
    };
    const state = results.complete(quiet);
    expect(state).toMatchObject({ type: 'state', seq: 2, host: false, view: { phase: 'score' } });
    expect(state?.view?.results.map(({ number }) => number)).toEqual([1, 2]);
    const news = { ...quiet, seq: 3, since: 2, view: { results: [round(3)] } };
    expect(results.complete(news)?.view?.results.map(({ number }) => number)).toEqual([1, 2, 3]);
    expect(results.complete(quiet)).toBeNull();
  });

  test('end with the game', () => {
    const results = new Results();
    results.complete(told(0, 1));
    expect(results.complete(stateWith(2, null))?.view).toBeNull();
    expect(shown(results, told(0))).toEqual([]);
  });
});
