import { openRecord } from '../connection/games';
import { session } from '../connection/session';
import type { Lang, MyGame } from '../generated/protocol';

import { DeviceStore, type KeptGame } from './store';

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
export async function finishedHere(): Promise<FinishedHere[]> {
  const games = await withStore((store) => store.games());
  return games.map(({ id, made, sent, game }) => ({
    ...{ title: '', others: [], scores: [], won: null, opened: false },
    ...game.shown,
    game: id,
    made,
    sent,
  }));
}

/** Give the server a copy of a finished game. Return its id there. */
export async function upload(id: string, lang: Lang): Promise<string> {
  const find = (game: KeptGame) => game.id === id;
  const kept = (await withStore((store) => store.games())).find(find);
  if (!kept) throw new Error('the game is not on this device');
  if (kept.sent) return kept.sent;
  await session();
  const { game } = await openRecord(kept.game.record, lang);
  await withStore((store) => store.noteSent(id, game));
  return game;
}
