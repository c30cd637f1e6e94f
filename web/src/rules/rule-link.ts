/** The page of the rule editor, followed by a share code. */
export const PAGE = '#/rules';

export function linkTo(code: string): string {
  return `${location.origin}/${PAGE}?${code}`;
}

/** Return the share code in the page's address, or an empty text. */
export function codeIn(hash: string): string {
  return hash.startsWith(`${PAGE}?`) ? hash.slice(PAGE.length + 1) : '';
}

/** Return the title that a share code contains. */
export function titleIn(code: string): string {
  return new URLSearchParams(code).get('title') ?? '';
}

/** Return the name of a file with rules of that title. */
export function fileName(title: string): string {
  const words = title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['spadille'];
  return `${words.join('-')}.rules.txt`;
}
