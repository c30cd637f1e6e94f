import type { State, Steps, View } from '../generated/protocol';
import { Results } from '../state/results';
import type { ShownTrick } from '../state/table';

/** A state of a running or finished game. */
export type Step = State & { readonly view: View };

/** Return all states of a round. After the last trick, one more shows the result. */
export function statesOf({ state, updates }: Steps): Step[] {
  const results = new Results();
  const steps = [state, ...updates]
    .map((message) => results.complete(message))
    .filter((one): one is Step => one !== null && one.view !== null);
  const last = steps.at(-1);
  if (last && ['score', 'over'].includes(last.view.phase)) steps.push(last);
  return steps;
}

/** Return the trick on the table. A completed trick stays for one more step. */
export function trickAt(steps: readonly Step[], index: number): ShownTrick | null {
  const view = steps[index]?.view;
  if (!view) return null;
  const number = view.tricks.length;
  // A claim may have ended an unfinished trick. The next step shows the result.
  if (view.trick) {
    return steps[index - 1]?.view === view ? null : { number: number + 1, trick: view.trick };
  }
  const last = view.tricks.at(-1);
  const done = last && number > (steps[index - 1]?.view.tricks.length ?? 0);
  return done && last.cards.length > 0 ? { number, trick: last } : null;
}

/** Return the steps at which the bids, each trick and the round end. */
function ends(steps: readonly Step[]): number[] {
  return steps.flatMap(({ view }, index) => {
    const before = steps[index - 1]?.view;
    const begun = index === 0 || index === steps.length - 1;
    const played = before?.phase !== 'play' && view.phase === 'play';
    return begun || played || view.tricks.length > (before?.tricks.length ?? 0) ? [index] : [];
  });
}

/** Return the step that completes the next trick, or null at the end. */
export const trickAfter = (steps: readonly Step[], index: number): number | null =>
  ends(steps).find((end) => end > index) ?? null;

/** Return the step that completed the previous trick, or null at the beginning. */
export const trickBefore = (steps: readonly Step[], index: number): number | null =>
  ends(steps).findLast((end) => end < index) ?? null;

/** Return the step that shows the state after an event. */
export function indexAt(steps: readonly Step[], seq: number): number {
  const found = steps.findIndex((step) => step.seq >= seq);
  return found < 0 ? Math.max(0, steps.length - 1) : found;
}
