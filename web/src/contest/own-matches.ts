import type { MyTable } from '../generated/protocol';
import { m } from '../paraglide/messages';
import type { Item } from '../ui/Yours.svelte';

/** Return the matches among the player's tables, latest first. */
export function matchesIn(mine: readonly MyTable[]): Item[] {
  return mine.flatMap(({ title, status, others, duplicate }) => {
    if (!duplicate) return [];
    const state = status === 'waiting' ? m.match_waiting() : m.challenge_progress(duplicate);
    return { href: `/d/${duplicate.duplicate}`, title, state, facts: others.join(' · ') };
  });
}
