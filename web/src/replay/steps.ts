import type { State, Steps, View } from '../generated/protocol';
import { Results } from '../state/results';
import type { ShownTrick } from '../state/table';

/** A state in which the game is going on, or over. */
export type Step = State & { readonly view: View };

/** All the states of a round, put together; after the last trick one more shows what it came to. */
export function statesOf({ state, updates }: Steps): Step[] {
  const results = new Results();
  const steps = [state, ...updates]
    .map((message) => results.complete(message))
    .filter((one): one is Step => one !== null && one.view !== null);
  const last = steps.at(-1);
  if (last && ['score', 'over'].includes(last.view.phase)) steps.push(last);
  return steps;
}

/** The trick on the table: one just completed lies there for a step longer. */
export function trickAt(steps: readonly Step[], index: number): ShownTrick | null {
  const view = steps[index]?.view;
  if (!view) return null;
  const number = view.tricks.length;
  // A claim may have ended a trick under way: in the step after it the result is shown.
  if (view.trick) {
    return steps[index - 1]?.view === view ? null : { number: number + 1, trick: view.trick };
  }
  const last = view.tricks.at(-1);
  const done = last && number > (steps[index - 1]?.view.tricks.length ?? 0);
  return done && last.cards.length > 0 ? { number, trick: last } : null;
}

/** Where something ends: the bids, each trick, the round. */
function ends(steps: readonly Step[]): number[] {
  return steps.flatMap(({ view }, index) => {
    const before = steps[index - 1]?.view;
    const begun = index === 0 || index === steps.length - 1;
    const played = before?.phase !== 'play' && view.phase === 'play';
    return begun || played || view.tricks.length > (before?.tricks.length ?? 0) ? [index] : [];
  });
}

/** The step at which the next trick lies complete; null at the end. */
export const trickAfter = (steps: readonly Step[], index: number): number | null =>
  ends(steps).find((end) => end > index) ?? null;

/** The step at which the trick before lay complete; null at the beginning. */
export const trickBefore = (steps: readonly Step[], index: number): number | null =>
  ends(steps).findLast((end) => end < index) ?? null;

/** The step that shows what had happened by then. */
export function indexAt(steps: readonly Step[], seq: number): number {
  const found = steps.findIndex((step) => step.seq >= seq);
  return found < 0 ? Math.max(0, steps.length - 1) : found;
}
