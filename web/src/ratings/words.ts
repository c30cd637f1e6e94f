import { numberWords } from '../numbers';
import { m } from '../paraglide/messages';

/** Return the name of a family of tables: `2x2` means two sides of two. */
export function familyWords(family: string): string {
  const [sides = 0, size = 0] = family.split('x').map(Number);
  return size === 1 ? m.family_single({ sides }) : m.family_sides({ sides, size });
}

/** Return a strength with its likely range. */
export function ratingWords({ mu, sigma }: { mu: number; sigma: number }): string {
  const one = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  return `${numberWords(mu, one)} ± ${numberWords(2 * sigma, one)}`;
}
