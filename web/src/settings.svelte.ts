import type { HandOrder } from './cards/hand-order';
import { USUAL_ORDER } from './cards/hand-order';
import type { Hello, Lang, Level, NewTable, PresetInfo } from './generated/protocol';
import type { Bank } from './home/clock-words';
import { keep, kept } from './kept';
import { spokenOf } from './languages';
import { overwriteGetLocale } from './paraglide/runtime';

const KEY = 'spadille.settings';

/** Who sits in the other seats; a group are more people than one table holds. */
export type Who = 'bots' | 'friends' | 'group';

/**
 * When the table asks about blind bids and waits for the answer, before it shows the cards. With
 * `behind` it offers them for a moment at other times.
 */
export type AskBlind = 'always' | 'behind' | 'never';

interface Kept {
  lang: Lang;
  name: string;
  fourColours: boolean;
  who: Who;
  preset: string;
  level: Level;
  /** Seconds of the turn timer; null is what the rules say. */
  glass: number | null;
  /** What everyone has for the game; null is what the rules say. */
  bank: Bank | null;
  /** Whether tables for others are open to everyone, or found by their link alone. */
  open: boolean;
  /** When people may write what they like at such tables. */
  talk: NonNullable<NewTable['talk']>;
  /** Whether players may ask each other there to take back. */
  undo: boolean;
  /** How seats are found there. */
  seats: PresetInfo['rules']['table']['seating'];
  /** How many people a group has. */
  people: number;
  askBlind: AskBlind;
  /** How quickly bots move where no one else plays. */
  pace: NonNullable<Hello['pace']>;
  /** Whether a card is played automatically when it is the only one that may be. */
  forced: boolean;
  /** From how many points on an action is asked about that costs them; 0 is never. */
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

/** What this browser remembers of its player. Components read it, so texts follow the language. */
export const settings: Kept = $state(load());

/** Rules to play by, with the times that they say. */
export function choosePreset(name: string): void {
  settings.preset = name;
  settings.glass = settings.bank = null;
}

overwriteGetLocale(() => settings.lang);

/** What was set when the settings were written down last. */
let before: Kept = { ...settings };

/** Writes down what was set since: another window may have set something else. */
export function keepChanged(): void {
  const changed = Object.entries(settings).filter(
    ([name, value]) => value !== before[name as keyof Kept],
  );
  before = { ...settings };
  keep(KEY, { ...load(), ...Object.fromEntries(changed) });
}

/** Writes the settings down after each change; to be called once, while the page is set up. */
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
