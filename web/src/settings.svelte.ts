import type { HandOrder } from './cards/hand-order';
import { USUAL_ORDER } from './cards/hand-order';
import type { Hello, Lang, Level, NewTable, PresetInfo } from './generated/protocol';
import type { Bank } from './home/clock-words';
import { keep, kept } from './kept';
import { spokenOf } from './languages';
import { overwriteGetLocale } from './paraglide/runtime';

const KEY = 'spadille.settings';

/** The players in the other seats. A group is too large for one table. */
export type Who = 'bots' | 'friends' | 'group';

/**
 * When the table asks about blind bids, and waits for an answer before it shows the cards. With
 * `behind`, it offers blind bids only briefly at other times.
 */
export type AskBlind = 'always' | 'behind' | 'never';

interface Kept {
  lang: Lang;
  name: string;
  fourColours: boolean;
  who: Who;
  preset: string;
  level: Level;
  /** The turn timer in seconds; null means the value in the rules. */
  glass: number | null;
  /** The time bank of each player; null means the value in the rules. */
  bank: Bank | null;
  /** Whether the user's new tables are open to everyone, or reachable only by link. */
  open: boolean;
  /** When people may write free text at such tables. */
  talk: NonNullable<NewTable['talk']>;
  /** Whether players at such tables may ask each other to undo. */
  undo: boolean;
  /** How seats are assigned at such tables. */
  seats: PresetInfo['rules']['table']['seating'];
  /** The number of people in a group. */
  people: number;
  askBlind: AskBlind;
  /** How quickly bots move when the player is alone with bots. */
  pace: NonNullable<Hello['pace']>;
  /** Whether to play a card automatically if it is the only legal one. */
  forced: boolean;
  /** Ask before an action that costs at least this many points; 0 means never. */
  careful: number;
  sounds: boolean;
  order: HandOrder;
  leftHanded: boolean;
  light: 'auto' | 'light' | 'dark';
  lessMotion: boolean;
}

function load(): Kept {
  return {
    lang: spokenOf(navigator.languages),
    name: '',
    fourColours: false,
    who: 'bots',
    preset: '',
    level: 'intermediate',
    glass: null,
    bank: null,
    open: false,
    talk: 'between',
    undo: true,
    seats: 'chosen',
    people: 8,
    askBlind: 'behind',
    pace: 'normal',
    forced: false,
    careful: 0,
    sounds: false,
    order: USUAL_ORDER,
    leftHanded: false,
    light: 'auto',
    lessMotion: false,
    ...(kept(KEY) as Partial<Kept> | null),
  };
}

/** The player's settings in this browser. Components read them, so texts follow the language. */
export const settings: Kept = $state(load());

/** Choose a preset, with the time limits in its rules. */
export function choosePreset(name: string): void {
  settings.preset = name;
  settings.glass = settings.bank = null;
}

overwriteGetLocale(() => settings.lang);

/** The settings when they were last stored. */
let before: Kept = { ...settings };

/** Store the changed settings only, because another window may have changed others. */
export function keepChanged(): void {
  const changed = Object.entries(settings).filter(
    ([name, value]) => value !== before[name as keyof Kept],
  );
  before = { ...settings };
  keep(KEY, { ...load(), ...Object.fromEntries(changed) });
}

/** Store the settings after each change. Call this once while the page is set up. */
export function keepSettings(): void {
  $effect(() => {
    keepChanged();
    const page = document.documentElement;
    page.lang = settings.lang;
    page.dataset.light = settings.light;
    page.toggleAttribute('data-less-motion', settings.lessMotion);
    page.toggleAttribute('data-left-handed', settings.leftHanded);
  });
}
