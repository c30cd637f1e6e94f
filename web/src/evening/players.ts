import type { EveningPair } from '../generated/protocol';
import { m } from '../paraglide/messages';

/** Who plays in a pair. */
export const playersOf = ({ players }: EveningPair): string =>
  players
    .map((player) => {
      if (player === null) return m.bot();
      return player.left ? m.evening_then_bot({ name: player.name }) : player.name;
    })
    .join(' · ');
