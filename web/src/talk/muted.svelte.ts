import { SvelteSet } from 'svelte/reactivity';

/** The muted speakers on this page, by their speaker keys. */
const muted = new SvelteSet<string>();

export const isMuted = (who: string): boolean => muted.has(who);

export function mute(who: string): void {
  muted.add(who);
}

export function unmute(who: string): void {
  muted.delete(who);
}
