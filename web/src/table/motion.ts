import { prefersReducedMotion } from 'svelte/motion';
import type { TransitionConfig } from 'svelte/transition';

import type { Card, Seat } from '../generated/protocol';
import { settings } from '../settings.svelte';

const origins = new Map<Card, DOMRect>();

/** Store where a card left the hand, so that it can fly from there. */
export function leavesFrom(card: Card, place: DOMRect): void {
  origins.set(card, place);
}

function plateOf(seat: Seat): DOMRect | null {
  return document.querySelector(`[data-seat="${seat}"]`)?.getBoundingClientRect() ?? null;
}

function still(milliseconds: number): number {
  return settings.lessMotion || prefersReducedMotion.current ? 0 : milliseconds;
}

const ease = (t: number) => 1 - (1 - t) ** 3;

function between(
  node: Element,
  there: () => DOMRect | null | undefined,
  duration: number,
  fade: boolean,
): TransitionConfig {
  if (duration === 0) return { duration }; // measure nothing for an invisible move
  const start = there();
  const here = node.getBoundingClientRect();
  if (!start) return { duration, css: (t: number) => `opacity: ${t}` };
  const x = start.x + start.width / 2 - (here.x + here.width / 2);
  const y = start.y + start.height / 2 - (here.y + here.height / 2);
  const scale = fade ? 0.3 : Math.min(1.2, Math.max(0.4, start.height / here.height));
  return {
    duration,
    easing: ease,
    css: (t: number, u: number) =>
      `translate: ${x * u}px ${y * u}px; scale: ${1 - (1 - scale) * u};` +
      (fade ? `opacity: ${Math.min(1, t * 2.5)}` : ''),
  };
}

/**
 * Move a card to the middle: from the viewer's hand, or from the plate of the player who played it.
 * Another player's card may have left the viewer's hand earlier, when it was given away or dealt
 * again.
 */
export function played(
  node: Element,
  { card, seat, own }: { card: Card; seat: Seat; own: boolean },
): TransitionConfig {
  const from = own ? origins.get(card) : null;
  origins.delete(card);
  return between(node, () => from ?? plateOf(seat), still(280), false);
}

/** Move a trick to its winner. On its way, it no longer counts as being on the table. */
export function gathered(node: Element, { winner }: { winner: Seat | null }): TransitionConfig {
  node.closest('li')?.setAttribute('aria-hidden', 'true');
  return between(node, () => (winner === null ? null : plateOf(winner)), still(360), true);
}

/** Deal a card into the hand, or turn it over if it lay there face down. */
export function dealt(
  _node: Element,
  { index, turned }: { index: number; turned: boolean },
): TransitionConfig {
  return {
    delay: still(index * 28),
    duration: still(turned ? 320 : 300),
    easing: ease,
    css: (t, u) =>
      turned
        ? `scale: ${Math.abs(2 * t - 1)} 1; opacity: ${t > 0.5 ? 1 : 0.4}`
        : `translate: 0 ${-180 * u}px; opacity: ${t}`,
  };
}
