import type {
  Adjustment,
  Bid,
  Judgement,
  Lang,
  Rules,
  ScoredRound,
  ScoreRounds,
  Seat,
  Side,
} from '../generated/protocol';
import { seatAfter } from '../state/seating';

import { count, pilesOf, recount, type Counted, type Pile } from './tricks';

/** The agreement before the first deal, and the server's data derived from it. */
export interface Agreement {
  readonly preset: string;
  readonly title: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly code: string;
  readonly rules: Rules;
  readonly sides: readonly Side[];
  readonly sideNames: readonly string[];
  readonly handSize: number;
  readonly tricks: number;
  readonly names: readonly string[];
  readonly firstDealer: Seat;
  readonly begun: string;
}

export type VoidReason = 'count' | 'turn' | 'deficient' | 'bids' | 'revoke';

/** The winners of the first six or nine tricks, and of the last one, if the rules need them. */
export interface Winners {
  readonly opening: { readonly seat: Seat; readonly count: number } | null;
  readonly last: Seat | null;
}

/** The tricks of a round by seat. */
export interface Taken extends Winners {
  readonly won: readonly number[];
}

/** One entry by the scorekeeper. Undo removes the latest one. */
export type Entry =
  | { readonly type: 'bid'; readonly seat: Seat; readonly bid: Bid }
  | { readonly type: 'counted'; readonly pile: Pile; readonly tricks: number }
  | { readonly type: 'winners'; readonly winners: Winners }
  | { readonly type: 'taken'; readonly taken: Taken }
  | { readonly type: 'judged'; readonly judgement: Judgement }
  | { readonly type: 'adjusted'; readonly adjustment: Adjustment }
  | {
      readonly type: 'void';
      readonly reason: VoidReason;
      readonly dealer: Seat;
      readonly judgement: Judgement | null;
    }
  | { readonly type: 'time-up' };

/** A deal on the sheet; `number` counts only the scored rounds. */
export interface SheetRound {
  readonly number: number;
  readonly dealer: Seat;
  readonly bids: readonly (Bid | null)[];
  readonly judgements: readonly Judgement[];
  /** The proven revokes that led to a new deal of the round. */
  readonly redeals: readonly Judgement[];
  readonly adjustments: readonly Adjustment[];
  /** The tricks counted so far, before they are written down. */
  readonly counted: Counted;
  readonly winners: Winners;
  readonly taken: Taken | null;
  readonly voided: VoidReason | null;
}

/** All deals from the first one on. The last one is in progress. */
export interface Course {
  readonly rounds: readonly SheetRound[];
  readonly current: SheetRound;
  /** Whether a player has called time. `timeUp` is true once the round in progress is over. */
  readonly rung: boolean;
  readonly timeUp: boolean;
}

/** Return the seats in bidding order: from the left of the dealer, or side by side. */
export function bidders({ rules, sides, names }: Agreement, dealer: Seat): Seat[] {
  const order = names.map((_, step) => seatAfter(dealer, step + 1, names.length));
  if (rules.bidding.order !== 'by_side') return order;
  const first = (side: Side) => order.findIndex((seat) => side.includes(seat));
  return [...sides]
    .sort((one, other) => first(one) - first(other))
    .flatMap((side) => order.filter((seat) => side.includes(seat)));
}

/** Return the seat that deals a round again (D8, D14). */
export function redealer({ rules, names }: Agreement, { dealer }: SheetRound): Seat {
  return rules.deal.redealt_by === 'next_player' ? seatAfter(dealer, 1, names.length) : dealer;
}

/** Return true if the players do not bid in this round. */
export function bidsItself(rules: Rules, number: number): boolean {
  return number === 1 && rules.bidding.first_round_bids_itself;
}

/** Add a bid to a round. Keep only the tricks that do not depend on the earlier bid. */
function withBid(agreement: Agreement, round: SheetRound, seat: Seat, bid: Bid): SheetRound {
  const changed = { ...round, bids: round.bids.with(seat, bid) };
  const { opening, last } = round.winners;
  return {
    ...changed,
    counted: recount(round.counted, pilesOf(agreement.sides, changed.bids)),
    winners: { opening: opening?.seat === seat ? null : opening, last },
  };
}

export function courseOf(agreement: Agreement, entries: readonly Entry[]): Course {
  const players = agreement.names.length;
  const fresh = (number: number, dealer: Seat): SheetRound => ({
    number,
    dealer,
    bids: Array.from({ length: players }, () => null),
    judgements: [],
    redeals: [],
    adjustments: [],
    counted: [],
    winners: { opening: null, last: null },
    taken: null,
    voided: null,
  });
  const rounds: SheetRound[] = [];
  let current = fresh(1, agreement.firstDealer);
  let rung = false;
  let timeUp = false;
  for (const entry of entries) {
    if (entry.type === 'bid') {
      current = withBid(agreement, current, entry.seat, entry.bid);
    } else if (entry.type === 'counted') {
      const piles = pilesOf(agreement.sides, current.bids);
      const counted = count(current.counted, piles, entry.pile, entry.tricks);
      current = { ...current, counted };
    } else if (entry.type === 'winners') {
      current = { ...current, winners: entry.winners };
    } else if (entry.type === 'judged') {
      current = { ...current, judgements: [...current.judgements, entry.judgement] };
    } else if (entry.type === 'adjusted') {
      current = { ...current, adjustments: [...current.adjustments, entry.adjustment] };
    } else if (entry.type === 'taken') {
      rounds.push({ ...current, taken: entry.taken });
      current = fresh(current.number + 1, seatAfter(current.dealer, 1, players));
      timeUp = rung;
    } else if (entry.type === 'void') {
      const judgements = entry.judgement ? [entry.judgement] : [];
      rounds.push({
        ...current,
        judgements: [...current.judgements, ...judgements],
        adjustments: [],
        voided: entry.reason,
      });
      const { redeals, adjustments } = current;
      current = {
        ...fresh(current.number, entry.dealer),
        redeals: [...redeals, ...judgements],
        adjustments, // valid for the round, however often it is dealt
      };
    } else {
      rung = true;
      timeUp = current.bids.every((bid) => bid === null);
    }
  }
  return { rounds: [...rounds, current], current, rung, timeUp };
}

export const allBid = (round: SheetRound): boolean => round.bids.every((bid) => bid !== null);

const asWon = (tricks: number): Bid => ({ type: 'bid', tricks, nil: false, blind: false, mo: '' });

function scored(round: SheetRound, taken: Taken): ScoredRound {
  const { won, opening, last } = taken;
  return {
    // Without bidding, the tricks count as bids.
    bids: round.bids.map((bid, seat) => bid ?? asWon(won[seat] ?? 0)),
    tricks: won,
    judgements: round.judgements,
    redeals: round.redeals,
    adjustments: round.adjustments,
    winners: [
      ...(opening ? Array.from({ length: opening.count }, () => opening.seat) : []),
      ...(last === null ? [] : [last]),
    ],
    last_card: last === null ? null : 'SA',
  };
}

/** Return the request to score every finished round. */
export function requestOf(
  agreement: Agreement,
  course: Course,
  lang: Lang,
): ScoreRounds & { rounds: readonly ScoredRound[] } {
  return {
    preset: agreement.preset,
    options: agreement.options,
    code: agreement.code,
    names: agreement.names,
    rounds: course.rounds.flatMap((round) => (round.taken ? [scored(round, round.taken)] : [])),
    time_up: course.timeUp,
    lang,
  };
}
