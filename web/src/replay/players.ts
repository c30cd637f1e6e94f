import type { GameInfo, PlayerInfo, Seat, Side } from '../generated/protocol';
import { m } from '../paraglide/messages';
import { ownFirst } from '../state/seating';

/** What games call people without a name, by the language that they had then; older games "you". */
const NAMELESS = ['Guest', 'Gast', 'Invitado', 'You', 'Du', 'Tú'];

/** What a seat is called where all are listed by name: the player's one "you" if it has none. */
export const calledOf = (name: string, own: boolean): string =>
  own && NAMELESS.includes(name) ? m.you() : name;

/** The players of a game to choose from; one is shown which is the player's seat. */
export const playersToChoose = (players: readonly PlayerInfo[], mine: Seat | null) =>
  players.map(({ seat, name }) => {
    const called = calledOf(name, seat === mine);
    return {
      value: seat,
      label: seat === mine && called !== m.you() ? `${called} (${m.you()})` : called,
    };
  });

/** What the players of a side are called, oneself first, as at the table. */
export function namesOf({ players, mine }: GameInfo, side: Side): string[] {
  return ownFirst(side, mine).map((seat) => playerName(players, mine, seat));
}

/** What a player of the game is called. */
export function playerName(players: readonly PlayerInfo[], mine: Seat | null, seat: Seat): string {
  const name = players.find((one) => one.seat === seat)?.name ?? '';
  return calledOf(name, seat === mine);
}
