import type { PresetInfo } from '../generated/protocol';
import { isIn } from '../search';

interface PresetGroup {
  players: number;
  presets: PresetInfo[];
}

/** The usual number of players comes first, then the others in order. */
const USUAL = 4;

/** Return the presets by number of players. With search words, return those that match all. */
export function presetGroups(presets: readonly PresetInfo[], search: string): PresetGroup[] {
  const groups = new Map<number, PresetInfo[]>();
  for (const preset of presets) {
    if (!isIn([preset.title, preset.name, preset.about, preset.words], search)) continue;
    groups.set(preset.players, [...(groups.get(preset.players) ?? []), preset]);
  }
  const order = (players: number) => (players === USUAL ? 0 : players);
  return [...groups]
    .map(([players, found]) => ({ players, presets: found }))
    .sort((a, b) => order(a.players) - order(b.players));
}
