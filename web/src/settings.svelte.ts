import type { HandOrder } from './cards/hand-order';
import { USUAL_ORDER } from './cards/hand-order';
import type { Hello, Lang, Level, NewTable } from './generated/protocol';
import { overwriteGetLocale } from './paraglide/runtime';

const KEY = 'spadille.settings';

/** Who sits in the other seats; a group are more people than one table holds. */
export type Who = 'bots' | 'friends' | 'group';

/** When somebody wants to be asked about blind bids: a question before the cards are seen. */
export type AskBlind = 'always' | 'behind' | 'never';

interface Kept {
  lang: Lang;
  name: string;
  fourColours: boolean;
  who: Who;
  preset: string;
  level: Level;
  /** Seconds of the sand-glass; null is what the rules say. */
  glass: number | null;
  /** Whether tables for others are open to everybody, or found by their link alone. */
  open: boolean;
  /** When people may write what they like at such tables. */
  talk: NonNullable<NewTable['talk']>;
  /** How many people a group has. */
  people: number;
  askBlind: AskBlind;
  /** How quickly bots move where nobody else plays. */
  pace: NonNullable<Hello['pace']>;
  /** Whether a card is played by itself when it is the only one that may be. */
  forced: boolean;
  sounds: boolean;
  order: HandOrder;
  leftHanded: boolean;
  light: 'auto' | 'light' | 'dark';
  lessMotion: boolean;
}

function load(): Kept {
  const fresh: Kept = {
    lang: navigator.language.startsWith('de') ? 'de' : 'en',
    name: '',
    fourColours: false,
    who: 'bots',
    preset: '',
    level: 'intermediate',
    glass: null,
    open: false,
    talk: 'between',
    people: 8,
    askBlind: 'behind',
    pace: 'normal',
    forced: false,
    sounds: false,
    order: USUAL_ORDER,
    leftHanded: false,
    light: 'auto',
    lessMotion: false,
  };
  try {
    return { ...fresh, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Kept>) };
  } catch {
    return fresh;
  }
}

/** What this browser remembers of its player. Components read it, so texts follow the language. */
export const settings: Kept = $state(load());

overwriteGetLocale(() => settings.lang);

/** Writes the settings down after each change; to be called once, while the page is set up. */
export function keepSettings(): void {
  $effect(() => {
    localStorage.setItem(KEY, JSON.stringify(settings));
    const page = document.documentElement;
    page.lang = settings.lang;
    page.dataset.light = settings.light;
    page.toggleAttribute('data-less-motion', settings.lessMotion);
    page.toggleAttribute('data-left-handed', settings.leftHanded);
  });
}
