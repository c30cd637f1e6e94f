import type { Attachment } from 'svelte/attachments';

/** Where the focus goes when what held it has gone: to what is asked, else to the hand. */
const NEXT = ['.middle .primary:not(:disabled)', '.middle button:enabled', '.card[tabindex="0"]'];

/**
 * Keeps the keyboard at the table: a played card, a closed number pad take the focus with them, and
 * the next thing to do gets it.
 */
export const keepFocus: Attachment<HTMLElement> = (table) => {
  let last: Element | null = null;

  const remember = (event: FocusEvent) => {
    last = event.target instanceof Element ? event.target : null;
  };
  const observer = new MutationObserver(() => {
    if (!last || last.isConnected || document.activeElement !== document.body) return;
    for (const selector of NEXT) {
      const next = table.querySelector<HTMLElement>(selector);
      if (!next) continue;
      next.focus();
      return;
    }
  });

  table.addEventListener('focusin', remember);
  observer.observe(table, { childList: true, subtree: true });
  return () => {
    table.removeEventListener('focusin', remember);
    observer.disconnect();
  };
};
