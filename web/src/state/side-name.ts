import { m } from '../paraglide/messages';

/** The names that presets give to sides; what a house calls its own stays as it is written. */
const OF_PRESETS = new Map([
  ['Gold', m.side_gold],
  ['Blue', m.side_blue],
]);

/** What the rules call a side, where they give it a name. */
export const sideNamed = (names: readonly string[], side: number): string | undefined => {
  const name = names[side];
  return name ? (OF_PRESETS.get(name)?.() ?? name) : undefined;
};
