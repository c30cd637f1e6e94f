/**
 * Return the key pressed, if it is meant for the page. Return an empty string with Ctrl, Alt or the
 * command key, while a dialog is open, or in a field, which handles its own keys.
 */
export function keyFor({ ctrlKey, metaKey, altKey, key, target }: KeyboardEvent): string {
  if (ctrlKey || metaKey || altKey || document.querySelector('dialog[open]')) return '';
  const field = 'input:not([type=radio]), select, textarea';
  return target instanceof Element && target.closest(field) ? '' : key;
}
