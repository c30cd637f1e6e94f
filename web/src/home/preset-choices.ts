import type { PresetInfo } from '../generated/protocol';

type Choices = { value: string; label: string }[];

/** Presets to choose from by their titles. */
export const presetChoices = (presets: readonly PresetInfo[]): Choices =>
  presets.map(({ name, title }) => ({ value: name, label: title }));
