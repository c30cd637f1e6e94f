import { SvelteSet } from 'svelte/reactivity';

/** Those who are not read on this page, by what tells speakers apart. */
const muted = new SvelteSet<string>();

export const isMuted = (who: string): boolean => muted.has(who);

export function mute(who: string): void {
  muted.add(who);
}

export function unmute(who: string): void {
  muted.delete(who);
}
