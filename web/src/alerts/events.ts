import type { State } from '../generated/protocol';
import { m } from '../paraglide/messages';
import type { Change } from '../state/changes';
import { isOnlyPerson } from '../state/seating';

/** Return true if the player has a seat at a table where other people play or are invited. */
export const isAmongPeople = (state: State): boolean =>
  state.you !== null &&
  state.status !== 'over' &&
  (state.status === 'waiting' ? state.invite : !isOnlyPerson(state));

/** Return true if the player is in a running game. */
export const isInGame = ({ you, status }: State): boolean => you !== null && status === 'playing';

/**
 * Return the sentence for a player who does not see the page, or null if nothing waits for them. A
 * turn matters most, then a question, the start of the game, and people who take a seat.
 */
export function calling(
  before: State | null,
  state: State,
  changes: readonly Change[],
): string | null {
  if (!before || before === state || before.table !== state.table) return null;
  if (!isAmongPeople(state)) return null;
  if (changes.some(({ kind }) => kind === 'turn')) return m.alert_turn();
  const question = changes.find((change) => change.kind === 'asked');
  if (question && question.seat !== state.you) return m.alert_question();
  if (before.status === 'waiting' && state.status === 'playing') return m.alert_started();
  const arrived = state.status === 'waiting' ? arrivals(before, state) : [];
  return arrived.length > 0 ? m.alert_arrived({ names: arrived.join(', ') }) : null;
}

/** Return the names of the people who have taken a seat. */
function arrivals(before: State, state: State): string[] {
  const named = ({ seats }: State) =>
    seats
      .filter(({ occupant, seat }) => occupant === 'person' && seat !== state.you)
      .map(({ name }) => name);
  const there = new Set(named(before));
  return named(state).filter((name) => !there.has(name));
}
