import type { Bid, Side, State, View } from '../generated/protocol';
import { m } from '../paraglide/messages';
import { getLocale } from '../paraglide/runtime';
import { youOrName } from '../state/reader';

export interface SideStanding {
  index: number;
  title: string;
  /** The title where there is little room. */
  short: string;
  members: string;
  yours: boolean;
  score: number;
  bags: number;
  contract: number | null;
  /** The tricks that count towards the contract. */
  taken: number;
  /** Whether the contract is made by now. */
  made: boolean;
}

/** Names in one phrase: "Nora, Emil and Wim". */
export const listed = (names: readonly string[]): string =>
  new Intl.ListFormat(getLocale(), { type: 'conjunction' }).format(names);

function membersOf(state: State, index: number): string {
  const seats = [...(state.sides[index] ?? [])];
  if (state.you !== null && seats.includes(state.you)) {
    seats.sort((seat) => (seat === state.you ? -1 : 1));
  }
  return listed(seats.map((seat) => youOrName(state, seat)));
}

/** Tricks of a nil that has failed help its partner only where the rules say so. */
const counting = ({ rules, bids, won }: View, seats: Side): number =>
  seats
    .filter((seat) => rules.scoring.failed_nil_tricks === 'help_partner' || !bids[seat]?.nil)
    .reduce<number>((sum, seat) => sum + (won[seat] ?? 0), 0);

/** As the round was scored, which may have set it for a revoke; before, as the tricks tell. */
function isMade(view: View, index: number, seats: Side): boolean {
  const contract = view.contracts[index] ?? null;
  if (contract === null) return false;
  const scored = view.results.at(-1);
  if (scored?.number === view.round)
    return scored.sides[index]?.lines.some(({ reason }) => reason === 'contract-made') ?? false;
  const taken = counting(view, seats);
  const exactly = view.rules.blind.exact && seats.some((seat) => isBlindNumber(view.bids[seat]));
  return exactly ? taken === contract : taken >= contract;
}

const isBlindNumber = (bid: Bid | null | undefined): boolean => bid?.blind === true && !bid.nil;

/** How the sides of a table stand, in words and numbers. */
export function standingsOf(state: State, view: View): SideStanding[] {
  return state.sides.map((seats, index) => {
    const members = membersOf(state, index);
    const yours = state.you !== null && seats.includes(state.you);
    const title = state.side_names[index] ?? members;
    const opposed = seats.length > 1 && state.you !== null && state.sides.length === 2;
    return {
      index,
      title,
      short: title !== members || !opposed ? title : yours ? m.our_side() : m.their_side(),
      members,
      yours,
      score: view.results.at(-1)?.sides[index]?.score ?? view.standings[index]?.score ?? 0,
      bags: view.results.at(-1)?.sides[index]?.bags ?? view.standings[index]?.bags ?? 0,
      contract: view.contracts[index] ?? null,
      taken: counting(view, seats),
      made: isMade(view, index, seats),
    };
  });
}
