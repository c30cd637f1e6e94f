import type { State, View } from '../generated/protocol';
import { m } from '../paraglide/messages';
import { nameOf } from '../state/seating';

export interface SideStanding {
  index: number;
  title: string;
  members: string;
  yours: boolean;
  score: number;
  bags: number;
  contract: number | null;
  taken: number;
}

function membersOf(state: State, index: number): string {
  const names = (state.sides[index] ?? []).map((seat) =>
    seat === state.you ? m.you() : nameOf(state, seat),
  );
  const [first = '', second] = names;
  return second === undefined ? first : m.side_members({ first, second });
}

/** How the sides of a table stand, in words and numbers. */
export function standingsOf(state: State, view: View): SideStanding[] {
  return state.sides.map((seats, index) => {
    const members = membersOf(state, index);
    return {
      index,
      title: state.side_names[index] ?? members,
      members,
      yours: state.you !== null && seats.includes(state.you),
      score: view.results.at(-1)?.sides[index]?.score ?? view.standings[index]?.score ?? 0,
      bags: view.results.at(-1)?.sides[index]?.bags ?? view.standings[index]?.bags ?? 0,
      contract: view.contracts[index] ?? null,
      taken: seats.reduce<number>((sum, seat) => sum + (view.won[seat] ?? 0), 0),
    };
  });
}

export const signed = (points: number): string =>
  points > 0 ? `+${points}` : String(points).replace('-', '−');
