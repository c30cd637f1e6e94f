import type { Seat, State } from '../generated/protocol';
import { m } from '../paraglide/messages';

import { nameOf } from './seating';

/** What the reader calls somebody: by name, and oneself "you". */
export const youOrName = (state: State, seat: Seat): string =>
  seat === state.you ? m.you() : nameOf(state, seat);
