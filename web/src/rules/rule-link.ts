/** Where the page of the rule editor is, with the rules of a share code. */
export const PAGE = '#/rules';

export function linkTo(code: string): string {
  return `${location.origin}/${PAGE}?${code}`;
}

/** The share code in the address of the page; empty when there is none. */
export function codeIn(hash: string): string {
  return hash.startsWith(`${PAGE}?`) ? hash.slice(PAGE.length + 1) : '';
}

/** The title that a share code gives to its rules. */
export function titleIn(code: string): string {
  return new URLSearchParams(code).get('title') ?? '';
}

/** What a file with rules of that title is called. */
export function fileName(title: string): string {
  const words = title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['spadille'];
  return `${words.join('-')}.rules.txt`;
}
