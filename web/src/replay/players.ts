import type { PlayerInfo, Seat } from '../generated/protocol';
import { m } from '../paraglide/messages';
import { calledOf } from '../state/reader';

/** The players of a game to choose from; one is told which is the own seat. */
export const playersToChoose = (players: readonly PlayerInfo[], mine: Seat | null) =>
  players.map(({ seat, name }) => {
    const called = calledOf(name, seat === mine);
    return {
      value: seat,
      label: seat === mine && called !== m.you() ? `${called} (${m.you()})` : called,
    };
  });

/** What a player of the game is called. */
export function playerName(players: readonly PlayerInfo[], mine: Seat | null, seat: Seat): string {
  const name = players.find((one) => one.seat === seat)?.name ?? '';
  return calledOf(name, seat === mine);
}
