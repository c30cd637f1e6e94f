import type { Seat } from '../generated/protocol';

import type { Agreement, SheetRound } from './book';

/** Seats whose tricks are counted together: a side, or each of its seats when one of them bid nil. */
export type Pile = readonly Seat[];

export function pilesOf(agreement: Agreement, round: SheetRound): Pile[] {
  return agreement.sides.flatMap((seats) =>
    seats.some((seat) => round.bids[seat]?.nil) ? seats.map((seat) => [seat]) : [seats],
  );
}

/** What was counted pile by pile, in the order of counting. */
export type Counted = readonly { readonly pile: Pile; readonly tricks: number }[];

const same = (one: Pile, other: Pile): boolean => one.join() === other.join();

/** The count with another number for a pile; the one that was counted first gives way. */
export function count(
  counted: Counted,
  piles: readonly Pile[],
  pile: Pile,
  tricks: number,
): Counted {
  const others = counted.filter((one) => !same(one.pile, pile));
  return [...others, { pile, tricks }].slice(-Math.max(1, piles.length - 1));
}

/** What of a count still holds when other piles are to be counted. */
export function recount(counted: Counted, piles: readonly Pile[]): Counted {
  return counted.filter((one) => piles.some((pile) => same(pile, one.pile)));
}

/** The tricks of each pile; the last one has what is left, null is not yet known. */
export function tricksOf(
  counted: Counted,
  piles: readonly Pile[],
  total: number,
): (number | null)[] {
  const left = total - counted.reduce((sum, { tricks }) => sum + tricks, 0);
  const complete = counted.length >= piles.length - 1;
  return piles.map(
    (pile) => counted.find((one) => same(one.pile, pile))?.tricks ?? (complete ? left : null),
  );
}

/** The tricks of each seat; those of a side that counts together are written to its first seat. */
export function wonBySeat(piles: readonly Pile[], tricks: readonly number[], players: number) {
  const won = Array.from({ length: players }, () => 0);
  piles.forEach(([first], index) => {
    if (first !== undefined) won[first] = tricks[index] ?? 0;
  });
  return won;
}
