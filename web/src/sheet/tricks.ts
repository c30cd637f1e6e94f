import type { Bid, Seat, Side } from '../generated/protocol';

/** Seats whose tricks count together: a side, or each of its seats if one of them bid nil. */
export type Pile = readonly Seat[];

export function pilesOf(sides: readonly Side[], bids: readonly (Bid | null)[]): Pile[] {
  return sides.flatMap((seats) =>
    seats.some((seat) => bids[seat]?.nil) ? seats.map((seat) => [seat]) : [seats],
  );
}

/** The tricks counted per pile, in the order of counting. */
export type Counted = readonly { readonly pile: Pile; readonly tricks: number }[];

const same = (one: Pile, other: Pile): boolean => one.join() === other.join();

/** Set the number for a pile. If all piles would be counted, drop the oldest count. */
export function count(
  counted: Counted,
  piles: readonly Pile[],
  pile: Pile,
  tricks: number,
): Counted {
  const others = counted.filter((one) => !same(one.pile, pile));
  return [...others, { pile, tricks }].slice(-Math.max(1, piles.length - 1));
}

/** Keep the counts whose piles still exist. */
export function recount(counted: Counted, piles: readonly Pile[]): Counted {
  return counted.filter((one) => piles.some((pile) => same(pile, one.pile)));
}

/** Return the tricks of each pile. The last pile gets the rest; null means unknown. */
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

/**
 * Return the tricks of each seat. If a side's tricks count together, its first seat gets them all.
 */
export function wonBySeat(piles: readonly Pile[], tricks: readonly number[], players: number) {
  const won = Array.from({ length: players }, () => 0);
  piles.forEach(([first], index) => {
    if (first !== undefined) won[first] = tricks[index] ?? 0;
  });
  return won;
}
