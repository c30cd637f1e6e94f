import { sentenceOf } from '../connection/api';
import { askReview, fetchGame, fetchReview } from '../connection/games';
import { session } from '../connection/session';
import type { GameInfo, Judged, Lang, ReviewInfo, Seat } from '../generated/protocol';

const LOOK_EVERY = 1_000;

/** The first polling interval. It is short, because the first decision arrives soon. */
const LOOK_SOON = 250;
const LOOKS_SOON = 10;

/** The review of a game so far. It polls the server until the review is complete. */
export class Review {
  info = $state.raw<GameInfo | null>(null);
  now = $state.raw<ReviewInfo | null>(null);
  decisions = $state.raw<readonly Judged[]>([]);
  seat = $state<Seat>(0);
  problem = $state('');
  #timer: ReturnType<typeof setTimeout> | undefined;
  #looks = 0;
  #closed = false;

  constructor(
    readonly id: string,
    private readonly lang: () => Lang,
  ) {}

  /** The decisions of the selected seat. */
  readonly mine = $derived(this.decisions.filter(({ seat }) => seat === this.seat));
  readonly summary = $derived(this.now?.seats.find(({ seat }) => seat === this.seat) ?? null);
  readonly working = $derived(['preparing', 'asked', 'made'].includes(this.now?.status ?? ''));

  async begin(): Promise<void> {
    this.problem = '';
    await session().catch(() => undefined);
    try {
      await this.#fetchTitle();
      await this.#start();
    } catch (error) {
      this.problem = sentenceOf(error);
    }
  }

  /** Fetch the same data in another language. */
  async again(): Promise<void> {
    this.decisions = [];
    await Promise.all([this.#fetchTitle().catch(() => undefined), this.#look(() => this.#start())]);
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  /** Fetch the title. A title in another language is better than none. */
  async #fetchTitle(): Promise<void> {
    const lang = this.lang();
    const info = await fetchGame(this.id, lang);
    if (this.info === null) this.seat = info.mine ?? info.players[0]?.seat ?? 0;
    else if (lang !== this.lang()) return;
    this.info = info;
  }

  /** Fetch the review. Request it if it was never started, or if it failed. */
  async #start(): Promise<void> {
    await this.#ask(fetchReview);
    if (this.now?.status === 'none' || this.now?.status === 'failed')
      await this.#ask((id, _, lang) => askReview(id, lang));
  }

  /** Return the last known decision. The server sends only those after it. */
  get #last(): number | null {
    return this.decisions.at(-1)?.event ?? null;
  }

  /** Use an answer unless it is outdated. An outdated one would skip decisions or mix languages. */
  async #ask(question: typeof fetchReview): Promise<void> {
    const after = this.#last;
    const lang = this.lang();
    const answer = await question(this.id, after, lang);
    if (after === this.#last && lang === this.lang()) this.#take(answer);
  }

  #take(answer: ReviewInfo): void {
    const known = this.#last ?? -1;
    this.now = answer;
    this.decisions = [...this.decisions, ...answer.decisions.filter(({ event }) => event > known)];
    if (!this.working) return;
    const soon = this.decisions.length === 0 && this.#looks < LOOKS_SOON;
    this.#looks += 1;
    this.#lookIn(soon ? LOOK_SOON : LOOK_EVERY);
  }

  #lookIn(milliseconds: number): void {
    clearTimeout(this.#timer);
    if (!this.#closed) this.#timer = setTimeout(() => void this.#look(), milliseconds);
  }

  async #look(ask = () => this.#ask(fetchReview)): Promise<void> {
    try {
      await ask();
      this.problem = '';
    } catch (error) {
      this.problem = sentenceOf(error);
      this.#lookIn(5 * LOOK_EVERY);
    }
  }
}
