import { m } from '../paraglide/messages';

/** The sides' names in presets. Custom names stay as they are. */
const OF_PRESETS = new Map([
  ['Gold', m.side_gold],
  ['Blue', m.side_blue],
]);

/** Return a side's name if the rules give it one. */
export const sideNamed = (names: readonly string[], side: number): string | undefined => {
  const name = names[side];
  return name ? (OF_PRESETS.get(name)?.() ?? name) : undefined;
};
