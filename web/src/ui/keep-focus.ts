import { tick } from 'svelte';
import type { Attachment } from 'svelte/attachments';

/** Focus a question, else the hand. Focus the whole number pad, because its first key bids nil. */
export const atTable = [
  [
    '.middle .primary:not(:disabled)',
    '.middle .pad',
    '.middle button:enabled',
    '.after .button',
    '.card[tabindex="0"]',
  ],
  // When giving cards away, the player chooses them in the hand.
  '.middle .panel:not(:has([data-action=give])), .after',
] as const;

/**
 * Return a function that restores the current focus if it gets lost, as when a button is disabled.
 * If the element is gone, focus its closest remaining ancestor. The user then continues from there
 * instead of from the top.
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
 * Keep the focus in a part of the page. A played card or a closed number pad takes the focus with
 * it. The first match of `next` then gets the focus. A new question also gets it, unless anything
 * outside the hand has the focus.
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
      const asksNow = asked && asked !== before && (nowhere || active?.closest('.hand'));
      if (!lost && !asksNow) return;
      for (const selector of next) {
        const found = part.querySelector<HTMLElement>(selector);
        if (!found) continue;
        found.focus({ preventScroll: true }); // start a result at its beginning
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

/** Change the page in a way that may remove the focused element, and restore the focus. */
export async function holdingFocus(act: () => void): Promise<void> {
  const giveBack = holdFocus();
  act();
  await tick();
  giveBack();
}
