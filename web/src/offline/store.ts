import type { DeviceGame, Store, Summary } from './protocol';

const NAME = 'spadille';
const VERSION = 1;

/** The number of finished tables and games to keep. The oldest ones are deleted. */
const MOST_OVER = 20;
const MOST_GAMES = 200;

/** A finished game with what this browser notes about it. */
interface KeptGame {
  readonly id: string;
  readonly made: number;
  readonly game: DeviceGame;
  /** The id of the game at the server, once it is uploaded. */
  readonly sent: string;
}

function done<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => {
      resolve(request.result);
    };
    request.onerror = () => {
      reject(request.error ?? new Error('the browser gave no reason'));
    };
  });
}

function committed(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = () => {
      reject(transaction.error ?? new Error('the browser gave no reason'));
    };
    transaction.oncomplete = () => {
      resolve();
    };
    transaction.onabort = fail;
    transaction.onerror = fail;
  });
}

/** The tables and finished games on this device, in the browser's database. */
export class DeviceStore {
  private constructor(private readonly database: IDBDatabase) {}

  static async open(): Promise<DeviceStore> {
    const opening = indexedDB.open(NAME, VERSION);
    opening.onupgradeneeded = () => {
      const database = opening.result;
      database.createObjectStore('tables', { keyPath: 'id' });
      database.createObjectStore('events', { keyPath: ['table', 'number'] });
      database.createObjectStore('games', { keyPath: 'id' });
    };
    const database = await done(opening);
    database.onversionchange = () => {
      database.close(); // a newer page wants to change it
    };
    return new DeviceStore(database);
  }

  tables(): Promise<Summary[]> {
    return this.#all<Summary>('tables');
  }

  /** Return the finished games, most recent first. */
  async games(): Promise<KeptGame[]> {
    const games = await this.#all<KeptGame>('games');
    return games.sort((one, other) => other.made - one.made);
  }

  /** Return a finished game, if it is on this device. */
  game(id: string): Promise<KeptGame | undefined> {
    const games = this.database.transaction('games').objectStore('games');
    return done(games.get(id)) as Promise<KeptGame | undefined>;
  }

  /** Return the events of a table, in order. */
  async events(table: string): Promise<string[]> {
    const events = this.database.transaction('events').objectStore('events');
    const rows = (await done(events.getAll(range(table)))) as { body: string }[];
    return rows.map(({ body }) => body);
  }

  /**
   * Save new events of a table with its summary, or nothing at all. An event with the same number
   * is an error: another tab has continued the game.
   */
  save({ table, from, events, summary }: Store): Promise<void> {
    const change = this.database.transaction(['events', 'tables'], 'readwrite');
    const saved = committed(change);
    const rows = change.objectStore('events');
    for (const [index, body] of events.entries()) rows.add({ table, number: from + index, body });
    change.objectStore('tables').put(summary);
    return saved;
  }

  async saveGame(game: DeviceGame): Promise<void> {
    const change = this.database.transaction('games', 'readwrite');
    const saved = committed(change);
    const games = change.objectStore('games');
    const before = (await done(games.get(game.id))) as KeptGame | undefined;
    games.put({ id: game.id, made: game.made, game, sent: before?.sent ?? '' });
    await saved;
  }

  /** Note that the server has a copy of a game. */
  async noteSent(id: string, sent: string): Promise<void> {
    const change = this.database.transaction('games', 'readwrite');
    const saved = committed(change);
    const games = change.objectStore('games');
    const game = (await done(games.get(id))) as KeptGame | undefined;
    if (game) games.put({ ...game, sent });
    await saved;
  }

  /** Delete the oldest finished tables and games. */
  async prune(): Promise<void> {
    const over = (await this.tables()).filter(({ status }) => status === 'over');
    const tables = over.sort((one, other) => other.used - one.used).slice(MOST_OVER);
    const games = (await this.games()).slice(MOST_GAMES);
    const change = this.database.transaction(['events', 'tables', 'games'], 'readwrite');
    const saved = committed(change);
    for (const { id } of tables) {
      change.objectStore('tables').delete(id);
      change.objectStore('events').delete(range(id));
    }
    for (const { id } of games) change.objectStore('games').delete(id);
    await saved;
  }

  close(): void {
    this.database.close();
  }

  #all<Row>(name: string): Promise<Row[]> {
    return done(this.database.transaction(name).objectStore(name).getAll()) as Promise<Row[]>;
  }
}

const range = (table: string) => IDBKeyRange.bound([table, 0], [table, Infinity]);
