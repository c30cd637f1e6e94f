import type { State } from '../generated/protocol';
import { settings } from '../settings.svelte';
import { dealOf, turningOf, type Turning } from '../state/looking';

/** The result of the question about blind bids in the latest deal. */
const latest = $state({ deal: '', answer: '' });

type Answer = 'unasked' | 'wanted';

const nameOf = ({ table, view }: State): string => (view ? `${table} ${dealOf(view)}` : '');

/** Note that this deal's cards turned over without a question, or that the player wants one. */
export function noteBlind(state: State, answer: Answer): void {
  latest.deal = nameOf(state);
  latest.answer = answer;
}

const isNoted = (state: State, answer: Answer): boolean =>
  latest.answer === answer && latest.deal === nameOf(state);

/** Return true if the cards of this deal turned over without a question. */
export const wasUnasked = (state: State): boolean => isNoted(state, 'unasked');

/** Return how this deal's cards turn over, according to the player's settings or latest request. */
export function turningAt(state: State): Turning | null {
  const turning = turningOf(state, settings.askBlind);
  return turning === 'soon' && isNoted(state, 'wanted') ? 'on_answer' : turning;
}
