import type { State } from '../generated/protocol';

/** Return true if a table waits only for its creator, whose page starts the game. */
export const beginsByItself = (state: State): boolean =>
  state.status === 'waiting' && state.host && !state.invite;
