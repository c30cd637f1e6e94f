import { m } from '../paraglide/messages';
import { goFrom, visit } from '../router.svelte';
import { settings } from '../settings.svelte';

import { sentenceOf } from './api';
import { session } from './session';

/** The player who asks for a table or a seat, and the language. */
interface Me {
  name: string;
  lang: typeof settings.lang;
}

export const tablePath = ({ table }: { table: string }): string => `/t/${table}`;

/** The longest name in characters, as the server counts them. */
export const LONGEST_NAME = 24;

/** Return the player's name. Games against bots require none, but sentences and records use it. */
export const ownName = (): string => settings.name.trim() || m.guest();

/** Scroll to the name field, and report that the name is missing. */
export function askName(): string {
  document.querySelector<HTMLInputElement>('input[name=name]')?.focus();
  return m.name_missing();
}

/**
 * Open the page that `ask` returns, unless the player has left or canceled. Return the reason for a
 * failure, or an empty string. Games among people (`named`) require a name.
 */
export async function enter(
  ask: (me: Me) => Promise<string>,
  { named = true, wanted = () => true }: { named?: boolean; wanted?: () => boolean } = {},
): Promise<string> {
  settings.name = settings.name.trim();
  if (named && settings.name === '') return askName();
  const from = visit();
  try {
    await session();
    const path = await ask({ name: ownName(), lang: settings.lang });
    if (wanted()) goFrom(from, path);
    return '';
  } catch (error) {
    return sentenceOf(error);
  }
}
