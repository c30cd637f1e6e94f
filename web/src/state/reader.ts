import type { Seat, State } from '../generated/protocol';
import { m } from '../paraglide/messages';

import { nameOf } from './seating';

/** What games call people without a name, by the language that they had then; older games "you". */
const NAMELESS = ['Guest', 'Gast', 'Invitado', 'You', 'Du', 'Tú'];

/** What a seat is called where all are listed by name: the own one "you" if it has none. */
export const calledOf = (name: string, own: boolean): string =>
  own && NAMELESS.includes(name) ? m.you() : name;

/** What the reader calls somebody: by name, and oneself "you". */
export const youOrName = (state: State, seat: Seat): string =>
  seat === state.you ? m.you() : nameOf(state, seat);
