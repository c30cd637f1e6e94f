import type { Table } from '../connection/table-session.svelte';
import { settings } from '../settings.svelte';

/** Milliseconds for which a complete trick lies on the table before it is judged. */
const BEAT = 850;
/** The same, counted from the last card played, because a hidden page does not show it landing. */
const UNSEEN = 2_000;
/** Milliseconds for which the winner is visible before the trick is gathered. */
const GATHER_AFTER = { slow: 1_200, normal: 600, quick: 350 };

/**
 * Judge and gather the complete trick on the table, slowly enough to follow. Call `landed` when its
 * last card has reached its place. If the player collects tricks, a judged one stays there.
 */
export function trickEnd(table: () => Table): { landed: () => void } {
  const lingering = $derived(table().model.lingering);
  let landed = $state.raw<object | null>(null);

  $effect(() => {
    if (!lingering || (lingering.judged && settings.collect)) return;
    const [kind, wait] = lingering.judged
      ? (['gathered', GATHER_AFTER[settings.pace]] as const)
      : (['judged', landed === lingering ? BEAT : UNSEEN] as const);
    const timer = setTimeout(() => {
      table().report({ kind });
    }, wait);
    return () => clearTimeout(timer);
  });

  return {
    landed() {
      const trick = lingering;
      requestAnimationFrame(() => {
        landed = trick; // visible from now on
      });
    },
  };
}
