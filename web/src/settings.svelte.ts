import type { Lang, Level } from './generated/protocol';
import { overwriteGetLocale } from './paraglide/runtime';

const KEY = 'spadille.settings';

interface Kept {
  lang: Lang;
  name: string;
  fourColours: boolean;
  preset: string;
  level: Level;
}

function load(): Kept {
  const lang: Lang = navigator.language.startsWith('de') ? 'de' : 'en';
  const fresh: Kept = { lang, name: '', fourColours: false, preset: '', level: 'intermediate' };
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
