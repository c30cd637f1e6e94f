import type { OptionInfo } from '../generated/protocol';
import { isIn } from '../search';

/** Whether someone finds an option by these words: its own, its values', or those of the people. */
export function isFound(option: OptionInfo, query: string): boolean {
  const own = [option.title, option.help, option.path, option.words];
  return isIn([...own, ...option.names], query);
}
