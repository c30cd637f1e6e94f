import { openRecord } from '../connection/games';
import { session } from '../connection/session';
import type { Lang, MyGame } from '../generated/protocol';

import type { DeviceGame } from './protocol';
import { DeviceStore } from './store';

async function withStore<Result>(work: (store: DeviceStore) => Promise<Result>): Promise<Result> {
  const store = await DeviceStore.open();
  try {
    return await work(store);
  } finally {
    store.close();
  }
}

/** A finished game on this device, and its id at the server if it is uploaded. */
export interface FinishedHere extends MyGame {
  readonly sent: string;
}

/** Return the finished games on this device, most recent first. */
export async function finishedHere(lang: Lang): Promise<FinishedHere[]> {
  const games = await withStore((store) => store.games());
  return games.map(({ game, sent }) => ({ ...listed(game, lang), sent }));
}

/** Return a game as lists show it: the other players from the left, the player's side first. */
export function listed({ id, made, outline, opened = false }: DeviceGame, lang: Lang): MyGame {
  const { titles, names = [], sides = [], scores = [], winner = null, people = [] } = outline ?? {};
  const own = people.findIndex((person) => person !== '');
  const side = sides.findIndex((seats) => seats.includes(own));
  return {
    game: id,
    title: titles?.[lang] ?? '',
    others: own < 0 ? names : [...names.slice(own + 1), ...names.slice(0, own)],
    scores: [...scores.slice(side, side + 1), ...scores.filter((_, one) => one !== side)],
    won: winner === null || side < 0 ? null : winner === side,
    opened,
    made,
  };
}

/** Give the server a copy of a finished game. Return its id there. */
export async function upload(id: string, lang: Lang): Promise<string> {
  const kept = await withStore((store) => store.game(id));
  if (!kept) throw new Error('the game is not on this device');
  if (kept.sent) return kept.sent;
  await session();
  const { game } = await openRecord(kept.game.record, lang);
  await withStore((store) => store.noteSent(id, game));
  return game;
}
