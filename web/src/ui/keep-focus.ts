import type { Attachment } from 'svelte/attachments';

/** What is asked, else the hand; the number pad itself, as its first key would bid nil. */
export const atTable = [
  [
    '.middle .primary:not(:disabled)',
    '.middle .pad',
    '.middle button:enabled',
    '.after .button',
    '.card[tabindex="0"]',
  ],
  // Cards to be given are chosen in the hand.
  '.middle .panel:not(:has([data-action=give])), .after',
] as const;

/**
 * Has what has the focus now get it back where it is lost in the meantime: a disabled button loses it. Where
 * that is gone, it is what was around it, so that one continues from there and not from the top.
 */
export function holdFocus(): () => void {
  const held: HTMLElement[] = [];
  for (let at = document.activeElement; at && !at.matches('body, #app'); at = at.parentElement)
    held.push(at as HTMLElement);
  return () => {
    const left = held.find(({ isConnected }) => isConnected);
    if (!left || document.activeElement !== document.body) return;
    if (left.tabIndex < 0) left.tabIndex = -1;
    left.focus({ preventScroll: true });
  };
}

let last: Element | null = null;

/**
 * Keeps the keyboard in a part of the page: a played card, a closed number pad take the focus with
 * them, and the first of `next` that is there gets it. So it does when something appears that asks,
 * while nothing has the focus or a card in hand.
 */
export const keepFocus =
  (next: readonly string[], asking = ':not(*)'): Attachment<HTMLElement> =>
  (part) => {
    let asked: Element | null = null;

    const remember = (event: FocusEvent) => {
      last = event.target as Element;
    };
    const look = () => {
      const before = asked;
      asked = part.querySelector(asking);
      const { activeElement: active, body } = document;
      const nowhere = active === body;
      const lost = nowhere && last && !last.isConnected;
      const anew = asked && asked !== before && (nowhere || active?.closest('.hand'));
      if (!lost && !anew) return;
      for (const selector of next) {
        const found = part.querySelector<HTMLElement>(selector);
        if (!found) continue;
        found.focus({ preventScroll: true }); // a result is read from its beginning
        return;
      }
    };
    const observer = new MutationObserver(look);

    part.addEventListener('focusin', remember);
    observer.observe(part, { childList: true, subtree: true });
    look();
    return () => {
      part.removeEventListener('focusin', remember);
      observer.disconnect();
    };
  };
