import type { Sound } from '../ui/sounds';

import type { Change } from './changes';

/** Return the sound of the change that matters most to a player. */
export function heard(changes: readonly Change[]): Sound | null {
  const kinds = new Set(changes.map(({ kind }) => kind));
  if (kinds.has('over') || kinds.has('scored')) return 'end';
  if (kinds.has('turn')) return 'turn';
  if (kinds.has('trick')) return 'trick';
  return kinds.has('played') ? 'card' : null;
}
