import type { PlayerInfo, Seat } from '../generated/protocol';
import { m } from '../paraglide/messages';

/** The players of a game to choose from; one is told which is the own seat. */
export const playersToChoose = (players: readonly PlayerInfo[], mine: Seat | null) =>
  players.map(({ seat, name }) => ({
    value: seat,
    label: seat === mine && name !== m.you() ? `${name} (${m.you()})` : name,
  }));
