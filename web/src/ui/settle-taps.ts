/** Questions and buttons that may appear under a finger about to tap. */
const APPEARING = '.panel, dialog, .asides button';

/** Milliseconds within which the user cannot have noticed a new button. */
const MOMENT = 350;

/**
 * Ignore taps on new elements: the second of two taps was meant for the old content. They accept
 * taps once no finger has touched the page for a moment. Keys work at once, but a held key presses
 * a button only once.
 */
export function settleTaps(page: HTMLElement): () => void {
  const waiting = new Set<HTMLElement>();
  const pressed = new Set<number>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function rest() {
    clearTimeout(timer);
    if (waiting.size === 0 || pressed.size > 0) return;
    timer = setTimeout(() => {
      for (const element of waiting) element.style.removeProperty('pointer-events');
      waiting.clear();
    }, MOMENT);
  }

  function appeared(element: HTMLElement) {
    element.style.pointerEvents = 'none';
    waiting.add(element);
  }

  const observer = new MutationObserver((changes) => {
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (!(node instanceof HTMLElement) || !node.isConnected) continue;
      if (node.matches(APPEARING)) appeared(node);
      node.querySelectorAll<HTMLElement>(APPEARING).forEach(appeared);
    }
    rest();
  });
  const down = ({ pointerId }: PointerEvent) => {
    pressed.add(pointerId);
    rest();
  };
  const up = ({ pointerId }: PointerEvent) => {
    pressed.delete(pointerId);
    rest();
  };
  /** Notice a mouse button released outside the page. */
  const moved = (event: PointerEvent) => {
    if (event.buttons === 0 && pressed.has(event.pointerId)) up(event);
  };
  const held = (event: KeyboardEvent) => {
    if (!event.repeat || !(event.target instanceof HTMLButtonElement)) return;
    if (event.key === 'Enter' || event.key === ' ') event.preventDefault();
  };

  const listening = new AbortController();
  const options = { capture: true, signal: listening.signal };
  addEventListener('pointerdown', down, options);
  addEventListener('pointerup', up, options);
  addEventListener('pointercancel', up, options);
  addEventListener('pointermove', moved, options);
  page.addEventListener('keydown', held, options);
  observer.observe(page, { childList: true, subtree: true });
  return () => {
    clearTimeout(timer);
    listening.abort();
    observer.disconnect();
  };
}
