/**
 * Return the card that an arrow key leads to: the nearest reachable one in that direction, wrapping
 * around at the ends. `from` may be unreachable. Without it, moving right starts with the first
 * card, and moving left with the last.
 */
export function nextCard(
  order: readonly string[],
  reachable: readonly string[],
  from: string | null,
  steps: number,
): string | undefined {
  const at = from === null ? -1 : order.indexOf(from);
  const [first] = reachable;
  return steps > 0
    ? (reachable.find((key) => order.indexOf(key) > at) ?? first)
    : (reachable.findLast((key) => order.indexOf(key) < at) ?? reachable.at(-1));
}
