import type { State } from '../generated/protocol';

/** Whether a table waits for no one but its maker, whose page begins the game. */
export const beginsByItself = (state: State): boolean =>
  state.status === 'waiting' && state.host && !state.invite;
