/** Where the page of the rule editor is, with the rules of a share code. */
export const PAGE = '#/rules';

export function linkTo(code: string): string {
  return `${location.origin}/${PAGE}?${code}`;
}

/** The share code in a link, in the text of a file, or as it stands. */
export function codeIn(text: string): string {
  const line = text.trim().split(/\s/)[0] ?? '';
  return line.includes('?') ? line.slice(line.indexOf('?') + 1) : line.replace(PAGE, '');
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
