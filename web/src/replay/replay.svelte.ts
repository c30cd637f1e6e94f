import { sentenceOf } from '../connection/api';
import { fetchGame, fetchSteps, type Wanted } from '../connection/games';
import { session } from '../connection/session';
import type { GameInfo, Lang, Seat } from '../generated/protocol';
import { changesBetween } from '../state/changes';
import { isScored } from '../state/series';
import { emptyTable, type TableModel } from '../state/table';

import { indexAt, statesOf, trickAfter, trickAt, trickBefore, type Step } from './steps';

type Place = 'first' | 'last' | { seq: number };
type Act = Promise<void> | void;

const MOST_WAITING = 8;

/** The replay of a game: its known data, and the current step. */
export class Replay {
  info = $state.raw<GameInfo | null>(null);
  steps = $state.raw<readonly Step[]>([]);
  index = $state(0);
  round = $state(1);
  lastRound = $state(1);
  /** The seat in front, and whether the other hands are open too. */
  front = $state<Seat>(0);
  open = $state(true);
  problem = $state('');
  /** What to announce: the events of the last step, if it went forward. */
  model = $state.raw<TableModel>(emptyTable);
  #turn: Promise<void> = Promise.resolve();
  #waiting = 0;

  constructor(
    readonly id: string,
    private readonly lang: () => Lang,
  ) {}

  readonly step = $derived.by((): Step | null => {
    const step = this.steps[this.index];
    if (!step) return null;
    return { ...step, you: this.info?.mine === this.front ? this.front : null };
  });
  readonly trick = $derived(trickAt(this.steps, this.index));
  readonly atStart = $derived(this.round <= 1 && this.index === 0);
  readonly atEnd = $derived(this.round >= this.lastRound && this.index >= this.steps.length - 1);

  /** Whether all cards of the last round are played and scored. */
  readonly done = $derived(this.atEnd && this.step !== null && isScored(this.step.view));

  /** Start at an event of the game, seen from the given seat if it exists. */
  begin(seq: number, from: string | null): Promise<void> {
    return this.#inTurn(async () => {
      this.problem = '';
      await session().catch(() => undefined);
      await this.#ask();
      if (!this.info) return;
      const { mine, players } = this.info;
      const wished = players.find(({ seat }) => String(seat) === from)?.seat;
      this.front = wished ?? mine ?? players[0]?.seat ?? 0;
      await this.#goTo(seq);
    });
  }

  /** Show the same moment from another seat, or with other hands open, once it is fetched. */
  see({ front, open }: { front?: Seat; open?: boolean }): Promise<void> {
    return this.#inTurn(() => this.#again(front, open));
  }

  /** Show the same moment in another language. */
  translate(): Promise<void> {
    return this.#inTurn(async () => {
      await this.#ask();
      await this.#again();
    });
  }

  goTo(seq: number): Promise<void> {
    return this.#inTurn(() => this.#goTo(seq));
  }

  next(): Promise<void> {
    return this.#step(() => {
      if (this.index >= this.steps.length - 1) return this.#nextRound();
      this.#show(this.index + 1);
    });
  }

  previous(): Promise<void> {
    return this.#step(() => this.#previous());
  }

  nextTrick(): Promise<void> {
    return this.#step(() => {
      const end = trickAfter(this.steps, this.index);
      if (end === null) return this.#nextRound();
      this.#show(end);
    });
  }

  previousTrick(): Promise<void> {
    return this.#step(() => {
      const end = trickBefore(this.steps, this.index);
      if (end === null) return this.#previous();
      this.#show(end);
    });
  }

  nextRound(): Promise<void> {
    return this.#step(() => this.#nextRound());
  }

  previousRound(): Promise<void> {
    return this.#step(() => {
      if (this.index === 0 && this.round > 1) return this.#load({ round: this.round - 1 }, 'first');
      this.#show(0);
    });
  }

  toRound(round: number): Promise<void> {
    return this.#inTurn(() => this.#load({ round }, 'first'));
  }

  show(index: number): Promise<void> {
    return this.#inTurn(() => {
      this.#show(index);
    });
  }

  async #ask(): Promise<void> {
    try {
      this.info = await fetchGame(this.id, this.lang());
    } catch (error) {
      this.problem = sentenceOf(error);
    }
  }

  #again(front?: Seat, open?: boolean): Act {
    const seq = this.steps[this.index]?.seq;
    if (seq !== undefined) return this.#load({ round: this.round }, { seq }, front, open);
  }

  #goTo(seq: number): Act {
    const first = this.steps[0];
    const last = this.steps.at(-1);
    if (!first || !last || seq < first.seq || seq > last.seq)
      return this.#load({ event: seq }, { seq });
    this.#show(indexAt(this.steps, seq));
  }

  #previous(): Act {
    if (this.index > 0) this.#show(this.index - 1);
    else if (this.round > 1) return this.#load({ round: this.round - 1 }, 'last');
  }

  #nextRound(): Act {
    if (this.round < this.lastRound) return this.#load({ round: this.round + 1 }, 'first');
    this.#show(this.steps.length - 1);
  }

  /**
   * Take a step. A key that is held down queues only a few steps while a round is being fetched.
   */
  #step(act: () => Act): Promise<void> {
    return this.#waiting < MOST_WAITING ? this.#inTurn(act) : this.#turn;
  }

  /** Run actions in order. An action requested during a fetch starts from the fetched round. */
  #inTurn(act: () => Act): Promise<void> {
    this.#waiting += 1;
    this.#turn = this.#turn.then(act).finally(() => {
      this.#waiting -= 1;
    });
    return this.#turn;
  }

  #show(index: number): void {
    const before = this.step;
    this.index = Math.min(Math.max(0, index), Math.max(0, this.steps.length - 1));
    const state = this.step;
    if (!state) return;
    const forward = before !== null && before.seq < state.seq;
    const changes = forward ? changesBetween(before, state) : [];
    this.model = { ...emptyTable, state, changes, shown: this.model.shown + 1 };
  }

  async #load(wanted: Wanted, place: Place, front = this.front, open = this.open): Promise<void> {
    try {
      const answer = await fetchSteps(this.id, wanted, front, open, this.lang());
      this.front = front;
      this.open = open;
      this.steps = statesOf(answer);
      this.round = answer.round;
      this.lastRound = answer.last_round;
      this.problem = '';
      const last = this.steps.length - 1;
      this.#show(place === 'first' ? 0 : place === 'last' ? last : indexAt(this.steps, place.seq));
    } catch (error) {
      this.problem = sentenceOf(error);
    }
  }
}
