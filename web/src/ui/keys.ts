/**
 * The key that someone presses for the page; empty with Ctrl, Alt or the command key, while a sheet
 * lies open, and in a field, which takes it itself.
 */
export function keyFor({ ctrlKey, metaKey, altKey, key, target }: KeyboardEvent): string {
  if (ctrlKey || metaKey || altKey || document.querySelector('dialog[open]')) return '';
  const field = 'input:not([type=radio]), select, textarea';
  return target instanceof Element && target.closest(field) ? '' : key;
}
