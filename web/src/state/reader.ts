import type { Seat, State } from '../generated/protocol';
import { m } from '../paraglide/messages';

import { nameOf } from './seating';

/** Return a player's name as shown to the viewer, who is "you". */
export const youOrName = (state: State, seat: Seat): string =>
  seat === state.you ? m.you() : nameOf(state, seat);

/** Return the initial that replaces a missing picture: the first character of the name. */
export const initialOf = (name: string): string => (Array.from(name)[0] ?? '').toLocaleUpperCase();
