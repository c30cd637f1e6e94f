import type { GameInfo, PlayerInfo, Seat, Side } from '../generated/protocol';
import { m } from '../paraglide/messages';
import { ownFirst } from '../state/seating';

/** Placeholder names of players without a name, in each language. Older games use "you". */
const NAMELESS = ['Guest', 'Gast', 'Invitado', 'You', 'Du', 'Tú'];

/** Return the name in a list of all seats. A player without a name is "you". */
export const calledOf = (name: string, own: boolean): string =>
  own && NAMELESS.includes(name) ? m.you() : name;

/** Return the players to choose from, with the viewer's seat marked. */
export const playersToChoose = (players: readonly PlayerInfo[], mine: Seat | null) =>
  players.map(({ seat, name }) => {
    const called = calledOf(name, seat === mine);
    return {
      value: seat,
      label: seat === mine && called !== m.you() ? `${called} (${m.you()})` : called,
    };
  });

/** Return the names of a side's players, the viewer first, as at the table. */
export function namesOf({ players, mine }: GameInfo, side: Side): string[] {
  return ownFirst(side, mine).map((seat) => playerName(players, mine, seat));
}

/** Return the name of a player. */
export function playerName(players: readonly PlayerInfo[], mine: Seat | null, seat: Seat): string {
  const name = players.find((one) => one.seat === seat)?.name ?? '';
  return calledOf(name, seat === mine);
}
