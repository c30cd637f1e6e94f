import { numberWords } from '../numbers';
import { m } from '../paraglide/messages';

/** What tables of a family are called: `2x2` is two sides of two. */
export function familyWords(family: string): string {
  const [sides = 0, size = 0] = family.split('x').map(Number);
  return size === 1 ? m.family_single({ sides }) : m.family_sides({ sides, size });
}

/** A strength with the range that it lies in, most likely. */
export function ratingWords({ mu, sigma }: { mu: number; sigma: number }): string {
  const one = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  return `${numberWords(mu, one)} ± ${numberWords(2 * sigma, one)}`;
}
