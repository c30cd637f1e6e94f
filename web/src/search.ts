/** Without accents, hyphens and capitals, as people type who look for something. */
const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Pd}]/gu, '')
    .toLowerCase();

/** Whether every word someone looks for is in one of the texts. */
export function isIn(texts: readonly string[], query: string): boolean {
  const all = plain(texts.join(' '));
  return plain(query.trim())
    .split(/\s+/)
    .every((word) => all.includes(word));
}
