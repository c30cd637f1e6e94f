import { sentenceOf } from '../connection/api';
import { askReview, fetchGame, fetchReview } from '../connection/games';
import { session } from '../connection/session';
import type { GameInfo, Judged, Lang, ReviewInfo, Seat } from '../generated/protocol';

const LOOK_EVERY = 1_000;

/** So often one looks at first, as the first decision is there soon. */
const LOOK_SOON = 250;
const LOOKS_SOON = 10;

/** The review of a game as far as it is: asks for it, and for more as long as there is more. */
export class Review {
  info = $state.raw<GameInfo | null>(null);
  now = $state.raw<ReviewInfo | null>(null);
  decisions = $state.raw<readonly Judged[]>([]);
  seat = $state<Seat>(0);
  problem = $state('');
  #timer: number | null = null;
  #looks = 0;
  #closed = false;

  constructor(
    readonly id: string,
    private readonly lang: () => Lang,
  ) {}

  /** Those of the seat that is looked at. */
  readonly mine = $derived(this.decisions.filter(({ seat }) => seat === this.seat));
  readonly summary = $derived(this.now?.seats.find(({ seat }) => seat === this.seat) ?? null);
  readonly working = $derived(['preparing', 'asked', 'made'].includes(this.now?.status ?? ''));

  async begin(): Promise<void> {
    this.problem = '';
    await session().catch(() => undefined);
    try {
      this.info = await fetchGame(this.id, this.lang());
      this.seat = this.info.mine ?? this.info.players[0]?.seat ?? 0;
      this.#take(await fetchReview(this.id, null, this.lang()));
      if (this.now?.status === 'none' || this.now?.status === 'failed')
        this.#take(await askReview(this.id, this.lang()));
    } catch (error) {
      this.problem = sentenceOf(error);
    }
  }

  /** The same in another language. */
  async again(): Promise<void> {
    this.decisions = [];
    await Promise.all([this.#tell(), this.#look()]);
  }

  close(): void {
    this.#closed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
  }

  /** What the game is called; where nobody answers, as before. */
  async #tell(): Promise<void> {
    const lang = this.lang();
    const info = await fetchGame(this.id, lang).catch(() => this.info);
    if (lang === this.lang()) this.info = info;
  }

  #take(told: ReviewInfo): void {
    const known = this.decisions.at(-1)?.event ?? -1;
    this.now = told;
    this.decisions = [...this.decisions, ...told.decisions.filter(({ event }) => event > known)];
    if (this.working && !this.#closed) {
      if (this.#timer !== null) clearTimeout(this.#timer);
      const soon = this.decisions.length === 0 && this.#looks < LOOKS_SOON;
      this.#looks += 1;
      this.#timer = window.setTimeout(() => void this.#look(), soon ? LOOK_SOON : LOOK_EVERY);
    }
  }

  async #look(): Promise<void> {
    try {
      const after = this.decisions.at(-1)?.event ?? null;
      this.#take(await fetchReview(this.id, after, this.lang()));
      this.problem = '';
    } catch (error) {
      this.problem = sentenceOf(error);
      if (!this.#closed) this.#timer = window.setTimeout(() => void this.#look(), 5 * LOOK_EVERY);
    }
  }
}
