/** Remove accents, hyphens and capitals, because people omit them in searches. */
const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Pd}]/gu, '')
    .toLowerCase();

/** Return true if every word of the query is in one of the texts. */
export function isIn(texts: readonly string[], query: string): boolean {
  const all = plain(texts.join(' '));
  return plain(query.trim())
    .split(/\s+/)
    .every((word) => all.includes(word));
}
