/**
 * Has who does not see it told which page is shown now, and the keyboard begin at its top, as browsers
 * do where they load a page: one that is shown instead of another goes unnoticed.
 */
export function tellPages(): void {
  const { head, body } = document;
  const region = document.createElement('p');
  region.className = 'visually-hidden';
  region.setAttribute('aria-live', 'polite');
  body.append(region);

  let told = document.title;
  const tell = () => {
    if (document.title === told) return;
    told = document.title;
    region.textContent = told;
    if (document.activeElement !== body) return;
    body.tabIndex = -1;
    body.focus({ preventScroll: true });
    body.removeAttribute('tabindex');
  };
  new MutationObserver(tell).observe(head, { childList: true, subtree: true, characterData: true });
}
