/**
 * The card that an arrow leads to: the nearest in its direction that can be reached, and round the
 * ends. `from` need not be one of those; from nowhere it is the first to the right, the last to the
 * left.
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
