import { addressOf } from '../demo';

/** The path of the rule editor, to be followed by a share code. */
export const PAGE = '#/rules';

export function linkTo(code: string): string {
  return location.origin + addressOf(`/${PAGE}?${code}`);
}

/** Return the share code in the page's address, or an empty string. */
export function codeIn(hash: string): string {
  return hash.startsWith(`${PAGE}?`) ? hash.slice(PAGE.length + 1) : '';
}

/** Return the title that a share code contains. */
export function titleIn(code: string): string {
  return new URLSearchParams(code).get('title') ?? '';
}

/** Return the name for a file containing rules with that title. */
export function fileName(title: string): string {
  const words = title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['spadille'];
  return `${words.join('-')}.rules.txt`;
}
