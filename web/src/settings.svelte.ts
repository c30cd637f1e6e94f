import type { Lang, Level } from './generated/protocol';
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
  /** How many people a group has. */
  people: number;
  askBlind: AskBlind;
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
    people: 8,
    askBlind: 'behind',
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
    document.documentElement.lang = settings.lang;
  });
}
