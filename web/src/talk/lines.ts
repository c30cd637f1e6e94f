import type { Line, State } from '../generated/protocol';
import type { TableModel } from '../state/table';

import { isMuted } from './muted.svelte';

/** Whether there is anyone to talk to. */
export const talksHere = ({ talk, seats, you, invite }: State): boolean =>
  talk !== 'off' &&
  (invite || seats.some(({ seat, occupant }) => occupant === 'person' && seat !== you));

/** What was said by those who are not muted. */
export const audible = (model: TableModel): Line[] => model.talk.filter(({ who }) => !isMuted(who));

/** Lines that were said since someone last read them here. */
export const unread = (model: TableModel): Line[] =>
  audible(model).filter((line) => line.number > model.heard && !isOwn(line, model.state));

/** Whether the reader has said it. */
export const isOwn = ({ seat }: Line, state: State | null): boolean =>
  seat !== null && seat === state?.you;
