import type { Seat, State } from '../generated/protocol';
import { LANGUAGES } from '../languages';
import { m } from '../paraglide/messages';

import { nameOf } from './seating';

/** What the games of people without a name call them, in every language; older ones said "you". */
const NAMELESS = new Set<string>(
  LANGUAGES.flatMap((locale) => [m.guest({}, { locale }), m.you({}, { locale })]),
);

/** What a seat is called where all are listed by name: the own one "you" if it has none. */
export const calledOf = (name: string, own: boolean): string =>
  own && NAMELESS.has(name) ? m.you() : name;

/** What the reader calls somebody: by name, and oneself "you". */
export const youOrName = (state: State, seat: Seat): string =>
  seat === state.you ? m.you() : nameOf(state, seat);
