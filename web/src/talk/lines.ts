import type { Line, State } from '../generated/protocol';
import type { TableModel } from '../state/table';

import { isMuted } from './muted.svelte';

/** Return true if the player has others to talk to. */
export const talksHere = ({ talk, seats, you, invite }: State): boolean =>
  talk !== 'off' &&
  (invite || seats.some(({ seat, occupant }) => occupant === 'person' && seat !== you));

/** Return the lines of speakers who are not muted. */
export const audible = (model: TableModel): Line[] => model.talk.filter(({ who }) => !isMuted(who));

/** Return the lines that arrived since the player last read them on this page. */
export const unread = (model: TableModel): Line[] =>
  audible(model).filter((line) => line.number > model.heard && !isOwn(line, model.state));

/** Return true if the viewer said the line. */
export const isOwn = ({ seat }: Line, state: State | null): boolean =>
  seat !== null && seat === state?.you;
