/** The server's code for a banned player. */
export const BANNED = 'person/banned';

/** The codes for games on this device: the worker did not start, or another tab has the game. */
export const NOT_STARTED = 'device/failed';
export const ELSEWHERE = 'device/elsewhere';

/** Whether to stop connecting after a refusal, because the answer would be the same. */
export const isFinal = (code: string | undefined): boolean =>
  code === BANNED || code === NOT_STARTED || code === ELSEWHERE;
