import { expect, test, vi } from 'vitest';

import { draggable } from './drag';

/** A card that receives pointer events. */
class Card extends EventTarget {
  readonly setPointerCapture = vi.fn();
}

function pointer(type: string, clientX: number, clientY: number): Event {
  return Object.assign(new Event(type), { button: 0, pointerId: 1, clientX, clientY });
}

function pulled() {
  const card = new Card();
  const drag = { moved: vi.fn(), ended: vi.fn(), cancelled: vi.fn() };
  const gone = draggable(drag)(card as unknown as HTMLElement) as () => void;
  card.dispatchEvent(pointer('pointerdown', 100, 100));
  card.dispatchEvent(pointer('pointermove', 150, 100));
  return { card, drag, gone };
}

test('a card that goes while it is pulled is not pulled any more', () => {
  const { drag, gone } = pulled();
  expect(drag.moved).toHaveBeenCalledWith(50, 0, 'sideways');
  gone();
  expect(drag.cancelled).toHaveBeenCalledOnce();
  expect(drag.ended).not.toHaveBeenCalled();
});

test('a card that was let go is let go once', () => {
  const { card, drag, gone } = pulled();
  card.dispatchEvent(pointer('pointerup', 150, 100));
  gone();
  expect(drag.ended).toHaveBeenCalledOnce();
  expect(drag.cancelled).not.toHaveBeenCalled();
});
