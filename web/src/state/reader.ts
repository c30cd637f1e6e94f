import type { Seat, State } from '../generated/protocol';
import { m } from '../paraglide/messages';

import { nameOf } from './seating';

/** What the reader calls someone: by name, and oneself "you". */
export const youOrName = (state: State, seat: Seat): string =>
  seat === state.you ? m.you() : nameOf(state, seat);

/** The sign that stands for someone without a picture: the first one of the name. */
export const initialOf = (name: string): string => (Array.from(name)[0] ?? '').toLocaleUpperCase();
