import type { Table } from '../connection/table-session.svelte';
import { settings } from '../settings.svelte';

/** Milliseconds in which all cards of a trick lie there before it is judged. */
const BEAT = 850;
/** The same from when the last card was played: a page that no one sees draws no card landing. */
const UNSEEN = 2_000;
/** Milliseconds in which its winner can be seen before it is gathered. */
const GATHER_AFTER = { slow: 1_200, normal: 600, quick: 350 };

/**
 * Judges and gathers the trick that lies complete on the table, slowly enough to follow. Call
 * `landed` when the last of its cards has come to its place.
 */
export function trickEnd(table: () => Table): { landed: () => void } {
  const lingering = $derived(table().model.lingering);
  let landed = $state.raw<object | null>(null);

  $effect(() => {
    if (!lingering) return;
    const [kind, wait] = lingering.judged
      ? (['gathered', GATHER_AFTER[settings.pace]] as const)
      : (['judged', landed === lingering ? BEAT : UNSEEN] as const);
    const timer = setTimeout(() => {
      table().report({ kind });
    }, wait);
    return () => {
      clearTimeout(timer);
    };
  });

  return {
    landed() {
      const trick = lingering;
      requestAnimationFrame(() => {
        landed = trick; // it can be seen from now on
      });
    },
  };
}
