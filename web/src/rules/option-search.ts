import type { OptionInfo } from '../generated/protocol';
import { isIn } from '../search';

/** Return true if a search finds an option by its words, its values' names, or common synonyms. */
export function isFound(option: OptionInfo, query: string): boolean {
  const own = [option.title, option.help, option.path, option.words];
  return isIn([...own, ...option.names], query);
}
