import { numberWords } from '../numbers';
import { m } from '../paraglide/messages';

const FAMILIES: Record<string, () => string> = {
  '2x2': m.family_two_pairs,
  '3x2': m.family_three_pairs,
  '2x3': m.family_threes,
};

/** Return the name of a family of tables: `2x2` means two sides of two. */
export function familyWords(family: string): string {
  const [sides = 0, size = 0] = family.split('x').map(Number);
  if (size === 1) return m.family_single({ sides });
  return FAMILIES[family]?.() ?? m.family_sides({ sides, size });
}

/** Return a strength with its likely range. */
export function ratingWords({ mu, sigma }: { mu: number; sigma: number }): string {
  const one = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  return `${numberWords(mu, one)} ± ${numberWords(2 * sigma, one)}`;
}
