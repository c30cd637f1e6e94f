import type { HandOrder } from './cards/hand-order';
import { USUAL_ORDER } from './cards/hand-order';
import type { Hello, Lang, Level, NewTable, PresetInfo } from './generated/protocol';
import type { Bank } from './home/clock-words';
import { keep, kept } from './kept';
import { spokenOf } from './languages';
import { overwriteGetLocale } from './paraglide/runtime';

const KEY = 'spadille.settings';

/**
 * When the table asks about blind bids, and waits for an answer before it shows the cards. With
 * `behind`, it offers blind bids only briefly at other times.
 */
export type AskBlind = 'always' | 'behind' | 'never';

/** The color of the table. */
export type Cloth = 'green' | 'blue' | 'wine';

/** The design of the cards' backs. */
export type Back = 'lattice' | 'waves' | 'dots';

interface Kept {
  lang: Lang;
  name: string;
  fourColours: boolean;
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
  /** Whether to play sounds for cards, tricks and results. */
  sounds: boolean;
  /** The volume of all sounds, from 0 to 100. */
  volume: number;
  /** Whether to ring when it becomes the player's turn at a table with other people. */
  turnSound: boolean;
  /** Whether the phone vibrates then. */
  turnBuzz: boolean;
  /** Whether to show a notification then if the page is hidden; null means we have not asked. */
  notify: boolean | null;
  /** Whether the screen stays on during a game. */
  awake: boolean;
  order: HandOrder;
  leftHanded: boolean;
  light: 'auto' | 'light' | 'dark';
  lessMotion: boolean;
  cloth: Cloth;
  back: Back;
  largeCards: boolean;
  /** Whether a trick stays on the table until the player taps it. */
  collect: boolean;
}

function load(): Kept {
  return {
    lang: spokenOf(navigator.languages),
    name: '',
    fourColours: false,
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
    volume: 50,
    turnSound: true,
    turnBuzz: true,
    notify: null,
    awake: true,
    order: USUAL_ORDER,
    leftHanded: false,
    light: 'auto',
    lessMotion: false,
    cloth: 'green',
    back: 'lattice',
    largeCards: false,
    collect: false,
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
    page.dataset.cloth = settings.cloth;
    page.dataset.back = settings.back;
    page.toggleAttribute('data-less-motion', settings.lessMotion);
    page.toggleAttribute('data-left-handed', settings.leftHanded);
  });
}
