import { hasEngine } from '../offline/here';
import { m } from '../paraglide/messages';
import { goFrom, visit } from '../router.svelte';
import { settings } from '../settings.svelte';

import { isAnswered, sentenceOf } from './api';
import { session } from './session';

/** The player who asks for a table or a seat, and the language. */
interface Me {
  name: string;
  lang: typeof settings.lang;
}

/** Request a page: from the server, or from this device (`here`). */
type Ask = (me: Me, here: boolean) => Promise<string>;

export interface Entering {
  named?: boolean;
  wanted?: () => boolean;
  here?: 'never' | 'offline' | 'always';
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
 * failure, or an empty string. Games among people (`named`) require a name. `here` says when to play
 * on this device: always, or if the server cannot be reached and this device is able to.
 */
export async function enter(
  ask: Ask,
  { named = true, wanted = () => true, here = 'never' }: Entering = {},
): Promise<string> {
  settings.name = settings.name.trim();
  if (named && settings.name === '') return askName();
  const from = visit();
  try {
    const path = await asked(ask, here);
    if (wanted()) goFrom(from, path);
    return '';
  } catch (error) {
    return sentenceOf(error);
  }
}

async function asked(ask: Ask, here: Entering['here']): Promise<string> {
  const me = { name: ownName(), lang: settings.lang };
  if (here === 'always') return ask(me, true);
  try {
    await session();
    return await ask(me, false);
  } catch (error) {
    if (here === 'never' || isAnswered(error) || !hasEngine()) throw error;
    return ask(me, true);
  }
}
