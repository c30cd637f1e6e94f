/**
 * Announce each new page to screen readers, and move the keyboard focus to its top. Browsers do
 * that only when they load a page, not when its content changes.
 */
export function announcePages(): void {
  const { head, body } = document;
  const region = document.createElement('p');
  region.className = 'visually-hidden';
  region.setAttribute('aria-live', 'polite');
  body.append(region);

  let announced = document.title;
  const announce = () => {
    if (document.title === announced) return;
    announced = document.title;
    region.textContent = announced;
    if (document.activeElement !== body) return;
    body.tabIndex = -1;
    body.focus({ preventScroll: true });
    body.removeAttribute('tabindex');
  };
  new MutationObserver(announce).observe(head, {
    childList: true,
    subtree: true,
    characterData: true,
  });
}
