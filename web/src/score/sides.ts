import type { State, View } from '../generated/protocol';
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
  taken: number;
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
      taken: seats.reduce<number>((sum, seat) => sum + (view.won[seat] ?? 0), 0),
    };
  });
}
