import type { Attachment } from 'svelte/attachments';

/** How far a finger must move, and how much more sideways than up or down. */
const FAR = 48;
const SLANT = 1.5;

/** Call the action for a swipe: swiping left means onward. */
export function swipes(onward: () => void, back: () => void): Attachment<HTMLElement> {
  return (element) => {
    let start: { x: number; y: number } | null = null;
    const down = (event: PointerEvent) => {
      start = event.pointerType === 'mouse' ? null : { x: event.clientX, y: event.clientY };
    };
    const up = (event: PointerEvent) => {
      if (!start) return;
      const x = event.clientX - start.x;
      const y = event.clientY - start.y;
      start = null;
      if (Math.abs(x) < FAR || Math.abs(x) < SLANT * Math.abs(y)) return;
      if (x < 0) onward();
      else back();
    };
    element.addEventListener('pointerdown', down);
    element.addEventListener('pointerup', up);
    return () => {
      element.removeEventListener('pointerdown', down);
      element.removeEventListener('pointerup', up);
    };
  };
}
