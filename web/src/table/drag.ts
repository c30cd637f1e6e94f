import type { Attachment } from 'svelte/attachments';

const STARTS_AFTER = 8;

/** Moving sideways rearranges a card, and moving upwards plays it. */
export type Way = 'sideways' | 'upwards';

interface Drag {
  moved: (x: number, y: number, way: Way) => void;
  ended: (way: Way) => void;
  cancelled: () => void;
}

/** Make a card draggable with mouse, pen or finger. */
export function draggable({ moved, ended, cancelled }: Drag): Attachment<HTMLElement> {
  return (node) => {
    let start: { x: number; y: number; pointer: number } | null = null;
    let way: Way | null = null;

    const down = (event: PointerEvent) => {
      way = null;
      if (event.button !== 0) return;
      start = { x: event.clientX, y: event.clientY, pointer: event.pointerId };
      // Capture at once, because a quick drag leaves the card before we recognize it.
      node.setPointerCapture(event.pointerId);
    };
    const move = (event: PointerEvent) => {
      if (start?.pointer !== event.pointerId) return;
      const x = event.clientX - start.x;
      const y = event.clientY - start.y;
      if (Math.hypot(x, y) > STARTS_AFTER) way ??= Math.abs(x) > -y ? 'sideways' : 'upwards';
      if (way) moved(x, y, way);
    };
    const finish = (event: PointerEvent) => {
      if (start?.pointer !== event.pointerId) return;
      start = null;
      if (!way) return;
      if (event.type === 'pointerup') ended(way);
      else cancelled();
    };
    /** Keep a drag from also counting as a click. */
    const click = (event: MouseEvent) => {
      if (!way) return;
      way = null;
      event.stopImmediatePropagation();
      event.preventDefault();
    };
    node.addEventListener('pointerdown', down);
    node.addEventListener('pointermove', move);
    node.addEventListener('pointerup', finish);
    node.addEventListener('pointercancel', finish);
    node.addEventListener('click', click, { capture: true });
    return () => {
      if (start && way) cancelled(); // the card was removed during the drag
      node.removeEventListener('pointerdown', down);
      node.removeEventListener('pointermove', move);
      node.removeEventListener('pointerup', finish);
      node.removeEventListener('pointercancel', finish);
      node.removeEventListener('click', click, { capture: true });
    };
  };
}
