import type { Side, State, View } from '../generated/protocol';
import { m } from '../paraglide/messages';
import { getLocale } from '../paraglide/runtime';
import { youOrName } from '../state/reader';
import { ownFirst } from '../state/seating';
import { sideNamed } from '../state/side-name';

import { lossesOf } from './losses';

interface SideStanding {
  index: number;
  title: string;
  /** The title for narrow places. */
  short: string;
  members: string;
  yours: boolean;
  score: number;
  bags: number;
  /** How close the side is to losing the game by sets or revokes. */
  losses: string[];
  contract: number | null;
  /** Whether all players of the side bid nil, so that the side has no contract. */
  nil: boolean;
  /** Whether only some of them did, so that the others need the tricks of the contract. */
  nilBeside: boolean;
  /** The tricks that count toward the contract. */
  taken: number;
  /**
   * Whether the contract is made so far. After scoring, this is the scored result, which a revoke
   * may have changed.
   */
  made: boolean;
}

/** Join names in one phrase: "Nora, Emil and Wim". */
export const listed = (names: readonly string[]): string =>
  new Intl.ListFormat(getLocale(), { type: 'conjunction' }).format(names);

function membersOf(state: State, index: number): string {
  const seats = ownFirst(state.sides[index] ?? [], state.you);
  return listed(seats.map((seat) => youOrName(state, seat)));
}

/** Count the tricks toward a contract. Those of a failed nil count only if the rules say so. */
const counting = ({ rules, bids, won }: View, seats: Side): number =>
  seats
    .filter((seat) => rules.scoring.failed_nil_tricks === 'help_partner' || !bids[seat]?.nil)
    .reduce<number>((sum, seat) => sum + (won[seat] ?? 0), 0);

/** Return true if a side's tricks make its contract. Some blind bids must be met exactly. */
function isMet(view: View, seats: Side, taken: number, contract: number): boolean {
  const blind = seats.some((seat) => view.bids[seat]?.blind && !view.bids[seat].nil);
  return view.rules.blind.exact && blind ? taken === contract : taken >= contract;
}

/** Return the score and progress of each side, in words and numbers. */
export function standingsOf(state: State, view: View): SideStanding[] {
  const last = view.results.at(-1);
  return state.sides.map((seats, index) => {
    const scored = last?.sides[index];
    const standing = scored ?? view.standings[index];
    const contract = view.contracts[index] ?? null;
    const taken = counting(view, seats);
    const members = membersOf(state, index);
    const yours = state.you !== null && seats.includes(state.you);
    const title = sideNamed(state.side_names, index) ?? members;
    const opposed = seats.length > 1 && state.you !== null && state.sides.length === 2;
    return {
      index,
      title,
      short: title !== members || !opposed ? title : yours ? m.our_side() : m.their_side(),
      members,
      yours,
      score: standing?.score ?? 0,
      bags: standing?.bags ?? 0,
      losses: lossesOf(view.rules, standing),
      contract,
      nil: seats.every((seat) => view.bids[seat]?.nil),
      nilBeside: contract !== null && contract > 0 && seats.some((seat) => view.bids[seat]?.nil),
      taken,
      made:
        scored && last?.number === view.round
          ? scored.lines.some(({ reason }) => reason === 'contract-made')
          : contract !== null && isMet(view, seats, taken, contract),
    };
  });
}
