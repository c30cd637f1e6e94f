import { expect, test } from 'vitest';

import type { Bid, Rules, Seat } from '../generated/protocol';

import { allBid, bidders, courseOf, redealer, requestOf, type Agreement, type Entry } from './book';

const bid = (tricks: number): Bid => ({ type: 'bid', tricks, nil: false, blind: false, mo: '' });

const agreement = (firstDealer: Seat): Agreement => ({
  preset: 'standard',
  title: 'Standard',
  options: {},
  code: '',
  rules: {} as Rules,
  sides: [
    [0, 2],
    [1, 3],
  ],
  sideNames: [],
  handSize: 13,
  tricks: 13,
  names: ['Ada', 'Bea', 'Cem', 'Dan'],
  firstDealer,
  begun: '2026-01-01T12:00:00Z',
});

const bids: Entry[] = [3, 4, 3, 3].map((tricks, seat) => ({
  type: 'bid',
  seat: seat as Seat,
  bid: bid(tricks),
}));
const taken: Entry = { type: 'taken', taken: { won: [7, 6, 0, 0], opening: null, last: null } };
const misdeal = (dealer: Seat): Entry => ({
  type: 'void',
  reason: 'count',
  dealer,
  judgement: null,
});

test('the left of the dealer bids first, the dealer last', () => {
  const rules = { bidding: { order: 'in_turn' } } as Rules;
  expect(bidders({ ...agreement(0), rules }, 3)).toEqual([0, 1, 2, 3]);
  expect(bidders({ ...agreement(0), rules, names: ['Ada', 'Bea', 'Cem'] }, 1)).toEqual([2, 0, 1]);
});

test('side by side, the side to the left of the dealer bids first', () => {
  const rules = { bidding: { order: 'by_side' } } as Rules;
  expect(bidders({ ...agreement(0), rules }, 3)).toEqual([0, 2, 1, 3]);
  expect(bidders({ ...agreement(0), rules }, 0)).toEqual([1, 3, 2, 0]);
});

test('the deal moves on after a round, and starts over at the last seat', () => {
  const { current } = courseOf(agreement(3), [...bids, taken]);
  expect([current.number, current.dealer]).toEqual([2, 0]);
});

test('a misdeal keeps the number, and nothing of it is scored', () => {
  const course = courseOf(agreement(1), [...bids, misdeal(1)]);
  expect([course.current.number, course.current.dealer]).toEqual([1, 1]);
  expect(course.current.bids).toEqual([null, null, null, null]);
  expect(requestOf(agreement(1), course, 'en').rounds).toEqual([]);
});

test('after a misdeal the same player deals again, or the next one where that is agreed', () => {
  const dealer = (redealt_by: Rules['deal']['redealt_by']) => {
    const rules = { deal: { redealt_by } } as Rules;
    const agreed = { ...agreement(3), rules };
    return redealer(agreed, courseOf(agreed, []).current);
  };
  expect(dealer('same_dealer')).toBe(3);
  expect(dealer('next_player')).toBe(0);
});

test('a bid entered again replaces the first', () => {
  const again: Entry = { type: 'bid', seat: 0, bid: bid(5) };
  const { current } = courseOf(agreement(0), [...bids, again]);
  expect(allBid(current)).toBe(true);
  expect(current.bids[0]?.tricks).toBe(5);
});

test('the tricks that are counted are kept one by one, until they are written down', () => {
  const nil: Entry = { type: 'bid', seat: 2, bid: { ...bid(0), nil: true } };
  const counted = (seat: Seat, tricks: number): Entry => ({
    type: 'counted',
    pile: [seat],
    tricks,
  });
  const entries = [...bids, nil, counted(0, 7), counted(2, 1)];
  const countedIn = (some: readonly Entry[]) =>
    courseOf(agreement(3), some).current.counted.map(({ tricks }) => tricks);
  expect(countedIn(entries)).toEqual([7, 1]);
  expect(countedIn(entries.slice(0, -1))).toEqual([7]);
  expect(countedIn([...entries, taken])).toEqual([]);
});

test('a bid that is entered again keeps the tricks of the sides that it does not concern', () => {
  const other: Entry = { type: 'counted', pile: [1, 3], tricks: 5 };
  const opened: Entry = {
    type: 'winners',
    winners: { opening: { seat: 2, count: 6 }, last: 1 },
  };
  const again: Entry = { type: 'bid', seat: 2, bid: { ...bid(0), nil: true } };
  const { current } = courseOf(agreement(3), [...bids, other, opened, again]);
  expect(current.counted).toEqual([{ pile: [1, 3], tricks: 5 }]);
  expect(current.winners).toEqual({ opening: null, last: 1 });
});

test('where nobody bids, the tricks are the bids', () => {
  const request = requestOf(agreement(0), courseOf(agreement(0), [taken]), 'en');
  expect(request.rounds[0]?.bids.map(({ tricks }) => tricks)).toEqual([7, 6, 0, 0]);
});

test('the winners of the first tricks and of the last are told', () => {
  const told: Entry = {
    type: 'taken',
    taken: { won: [7, 6, 0, 0], opening: { seat: 2, count: 6 }, last: 1 },
  };
  const request = requestOf(agreement(0), courseOf(agreement(0), [...bids, told]), 'en');
  expect(request.rounds[0]?.winners).toEqual([2, 2, 2, 2, 2, 2, 1]);
});

test('the round that goes on when the time is up is played to its end', () => {
  const [first, ...rest] = bids;
  const rung: Entry[] = [...bids, taken, first as Entry, { type: 'time-up' }];
  expect(courseOf(agreement(0), rung)).toMatchObject({ rung: true, timeUp: false });
  expect(courseOf(agreement(0), [...rung, ...rest, taken]).timeUp).toBe(true);
});

test('between two rounds the game ends at once when the time is up', () => {
  expect(courseOf(agreement(0), [...bids, taken, { type: 'time-up' }]).timeUp).toBe(true);
});
