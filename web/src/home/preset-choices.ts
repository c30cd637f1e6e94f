import type { PresetInfo } from '../generated/protocol';

type Choices = { value: string; label: string }[];

/** Presets to choose from by their titles. */
export const presetChoices = (presets: readonly PresetInfo[]): Choices =>
  presets.map(({ name, title }) => ({ value: name, label: title }));

/** Rules in a list, with how many play by them. */
export const labelOf = ({ title, players }: Pick<PresetInfo, 'title' | 'players'>): string =>
  `${title} (${players})`;

/** The same with how many play by each. */
export const presetsWithPlayers = (presets: readonly PresetInfo[]): Choices =>
  presets.map((preset) => ({ value: preset.name, label: labelOf(preset) }));
