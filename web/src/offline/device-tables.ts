import type {
  DeviceGame,
  FromEngine,
  FromWorker,
  Store,
  Summary,
  ToEngine,
  ToWorker,
} from './protocol';

/** The engine: it takes one message and returns the messages to carry out, in order. */
export interface Engine {
  handle(text: string): readonly string[];
}

/** Where tables and finished games are stored. */
export interface Shelf {
  tables(): Promise<Summary[]>;
  games(): Promise<{ game: DeviceGame }[]>;
  events(table: string): Promise<string[]>;
  save(store: Store): Promise<void>;
  saveGame(game: DeviceGame): Promise<void>;
  prune(): Promise<void>;
}

/** The functions of the browser, which tests can replace. */
export interface Surroundings {
  post(message: FromWorker): void;
  later(milliseconds: number, call: () => void): number;
  cancel(timer: number): void;
  /** Make this the only tab with that table. Call `lost` when another tab takes it. */
  take(table: string, lost: () => void): Promise<() => void>;
}

/** The longest time that browsers can wait for, in seconds. */
const LONGEST_WAIT = 86_400;

/** The status of an answer that could not be saved. */
const INSUFFICIENT_STORAGE = 507;

/**
 * The tables on this device, which the page reaches through messages. What happens at a table is
 * saved before the page sees it. Messages are handled one after the other.
 */
export class DeviceTables {
  #last: Promise<unknown> = Promise.resolve();
  readonly #timers = new Map<string, number>();
  /** How to let other tabs have the tables that are open here. */
  readonly #release = new Map<string, () => void>();

  constructor(
    private readonly engine: Engine,
    private readonly shelf: Shelf,
    private readonly around: Surroundings,
  ) {
    this.#next(async () => {
      await shelf.prune();
      const [tables, games] = await Promise.all([shelf.tables(), shelf.games()]);
      await this.#ask({ kind: 'begin', tables, games: games.map(({ game }) => game) });
    });
  }

  receive(message: Exclude<ToWorker, { kind: 'start' }>): void {
    this.#next(async () => {
      if (message.kind === 'open') await this.#open(message.table);
      else if (message.kind === 'close') await this.#close(message.table);
      else await this.#ask(message);
    });
  }

  #next(work: () => Promise<void>): void {
    this.#last = this.#last.then(work).catch((error: unknown) => {
      this.around.post({ kind: 'failed', reason: String(error) });
    });
  }

  async #open(table: string): Promise<void> {
    this.#release.get(table)?.();
    const release = await this.around.take(table, () => {
      this.#next(async () => {
        if (this.#release.get(table) !== release) return;
        this.#release.delete(table);
        await this.#close(table);
        this.around.post({ kind: 'elsewhere', table });
      });
    });
    this.#release.set(table, release);
    await this.#load(table);
    this.around.post({ kind: 'opened', table });
  }

  async #load(table: string): Promise<void> {
    await this.#ask({ kind: 'open', table, events: await this.shelf.events(table) });
  }

  async #close(table: string): Promise<void> {
    this.#cancel(table);
    this.#release.get(table)?.();
    this.#release.delete(table);
    await this.#ask({ kind: 'close', table });
  }

  /** Have the engine handle a message, and carry out what it returns. */
  async #ask(message: ToEngine): Promise<void> {
    const wanted = this.engine.handle(JSON.stringify(message));
    let unsaved = '';
    for (const text of wanted) {
      const one = JSON.parse(text) as FromEngine;
      if (unsaved) this.#drop(one);
      else if (one.kind === 'store' || one.kind === 'game') unsaved = await this.#save(one);
      else if (one.kind === 'load') await this.#load(one.table);
      else if (one.kind === 'wake') this.#wake(one.table, one.in);
      else this.around.post(one);
    }
    if (!unsaved) return;
    await this.#close(unsaved);
    this.around.post({ kind: 'unsaved', table: unsaved });
  }

  /** Save it. Return the table that has to be loaded again if that was not possible. */
  async #save(wanted: Extract<FromEngine, { kind: 'store' | 'game' }>): Promise<string> {
    try {
      if (wanted.kind === 'store') await this.shelf.save(wanted);
      else await this.shelf.saveGame(wanted.game);
      return '';
    } catch {
      return wanted.kind === 'store' ? wanted.table : '';
    }
  }

  /** Do not show events that could not be saved. A request still gets an answer. */
  #drop(wanted: FromEngine): void {
    if (wanted.kind === 'answer')
      this.around.post({ ...wanted, status: INSUFFICIENT_STORAGE, body: '' });
  }

  #wake(table: string, seconds: number): void {
    this.#cancel(table);
    const wait = Math.min(seconds, LONGEST_WAIT) * 1000;
    const tick = () => {
      this.#timers.delete(table);
      this.#next(() => this.#ask({ kind: 'tick', table }));
    };
    this.#timers.set(table, this.around.later(wait, tick));
  }

  #cancel(table: string): void {
    const timer = this.#timers.get(table);
    if (timer !== undefined) this.around.cancel(timer);
    this.#timers.delete(table);
  }
}
