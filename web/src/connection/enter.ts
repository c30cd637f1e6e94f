import { m } from '../paraglide/messages';
import { goOn, route } from '../router.svelte';
import { settings } from '../settings.svelte';

import { sentenceOf } from './api';
import { session } from './session';

/** Who asks for a table or a seat, and in which language. */
interface Me {
  name: string;
  lang: typeof settings.lang;
}

export const tablePath = ({ table }: { table: string }): string => `/t/${table}`;

/** What someone is called: bots need no name. It is in sentences, and stays in the game. */
export const ownName = (): string => settings.name.trim() || m.guest();

/** Goes to where the page asks for the name, and says that it is missing. */
export function askName(): string {
  document.querySelector<HTMLInputElement>('input[name=name]')?.focus();
  return m.name_missing();
}

/**
 * Goes to the page that `ask` gives, unless the person who asks has gone elsewhere or wants it no more;
 * answers why that cannot be, or nothing. Among people (`named`) everyone has a name.
 */
export async function enter(
  ask: (me: Me) => Promise<string>,
  { named = true, wanted = () => true }: { named?: boolean; wanted?: () => boolean } = {},
): Promise<string> {
  settings.name = settings.name.trim();
  if (named && settings.name === '') return askName();
  const from = route();
  try {
    await session();
    const path = await ask({ name: ownName(), lang: settings.lang });
    if (wanted()) goOn(from, path);
    return '';
  } catch (error) {
    return sentenceOf(error);
  }
}
