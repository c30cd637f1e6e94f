import { m } from '../paraglide/messages';
import { go } from '../router.svelte';
import { settings } from '../settings.svelte';

import { sentenceOf } from './api';
import { identityToken } from './identity';

/** Who asks for a table or a seat, and in which language. */
interface Me {
  token: string;
  name: string;
  lang: typeof settings.lang;
}

export const tablePath = ({ table }: { table: string }): string => `/t/${table}`;

/** Goes to the page that `ask` gives; answers why that cannot be, or nothing. */
export async function enter(ask: (me: Me) => Promise<string>): Promise<string> {
  const name = settings.name.trim();
  if (name === '') return m.name_missing();
  settings.name = name;
  try {
    go(await ask({ token: identityToken(localStorage), name, lang: settings.lang }));
    return '';
  } catch (error) {
    return sentenceOf(error);
  }
}
