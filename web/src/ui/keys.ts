/**
 * Return the key that the user presses for the page. Return an empty text with Ctrl, Alt or the
 * command key, while a dialog is open, and in a field, which handles keys.
 */
export function keyFor({ ctrlKey, metaKey, altKey, key, target }: KeyboardEvent): string {
  if (ctrlKey || metaKey || altKey || document.querySelector('dialog[open]')) return '';
  const field = 'input:not([type=radio]), select, textarea';
  return target instanceof Element && target.closest(field) ? '' : key;
}
