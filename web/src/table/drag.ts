import type { Attachment } from 'svelte/attachments';

const STARTS_AFTER = 8;

export interface Drag {
  /** How far above its place the card must be let go to count as played. */
  distance: number;
  moved: (x: number, y: number) => void;
  ended: (played: boolean) => void;
}

/** Lets a card be pulled out of the hand with mouse, pen or finger. */
export function draggable({ distance, moved, ended }: Drag): Attachment<HTMLElement> {
  return (node) => {
    let start: { x: number; y: number; pointer: number } | null = null;
    let dragging = false;

    const down = (event: PointerEvent) => {
      dragging = false;
      if (event.button !== 0) return;
      start = { x: event.clientX, y: event.clientY, pointer: event.pointerId };
      // From the first moment: a quick pull leaves the card before it is known to be one.
      node.setPointerCapture(event.pointerId);
    };
    const move = (event: PointerEvent) => {
      if (start?.pointer !== event.pointerId) return;
      const x = event.clientX - start.x;
      const y = event.clientY - start.y;
      dragging ||= Math.hypot(x, y) > STARTS_AFTER;
      if (dragging) moved(x, y);
    };
    const finish = (event: PointerEvent) => {
      if (start?.pointer !== event.pointerId) return;
      if (dragging) ended(event.type === 'pointerup' && start.y - event.clientY > distance);
      start = null;
    };
    /** A pull must not count as a click as well. */
    const click = (event: MouseEvent) => {
      if (!dragging) return;
      dragging = false;
      event.stopImmediatePropagation();
      event.preventDefault();
    };
    node.addEventListener('pointerdown', down);
    node.addEventListener('pointermove', move);
    node.addEventListener('pointerup', finish);
    node.addEventListener('pointercancel', finish);
    node.addEventListener('click', click, { capture: true });
    return () => {
      node.removeEventListener('pointerdown', down);
      node.removeEventListener('pointermove', move);
      node.removeEventListener('pointerup', finish);
      node.removeEventListener('pointercancel', finish);
      node.removeEventListener('click', click, { capture: true });
    };
  };
}
