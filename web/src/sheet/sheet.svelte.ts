import { RefusedError, scoreRounds } from '../connection/api';
import type { ScoredRound, ScoreSheet } from '../generated/protocol';
import { keep, kept } from '../kept';
import { settings } from '../settings.svelte';

import { courseOf, requestOf, type Agreement, type Course, type Entry } from './book';

const KEY = 'spadille.sheet';
const RETRY_MS = 10_000;

/** The answer of the server, and the rounds it was given for. */
interface Scored {
  readonly rounds: readonly ScoredRound[];
  readonly request: string;
  readonly sheet: ScoreSheet;
}

interface Kept {
  agreement: Agreement | null;
  entries: readonly Entry[];
  undone: readonly Entry[];
  scored: Scored | null;
}

const EMPTY: Kept = { agreement: null, entries: [], undone: [], scored: null };

/**
 * The score sheet of this browser. Entries are kept as soon as they are made; the server scores
 * them, at once or when it can be reached again.
 */
export class Sheet {
  #kept = $state.raw<Kept>({ ...EMPTY, ...(kept(KEY) as Partial<Kept> | null) });
  /** Why the server does not score what is written, in its words. */
  refusal = $state('');
  /** Whether what is written is lost with the page, for the browser keeps nothing. */
  unkept = $state(false);
  #asked = '';
  /** Whether its page was left: what comes then is older than what another one writes. */
  #left = false;

  readonly agreement = $derived(this.#kept.agreement);
  readonly entries = $derived(this.#kept.entries);
  readonly undone = $derived(this.#kept.undone);

  readonly course: Course | null = $derived(
    this.agreement && courseOf(this.agreement, this.entries),
  );
  readonly #request = $derived(
    this.agreement && this.course && requestOf(this.agreement, this.course, settings.lang),
  );
  readonly #due = $derived(JSON.stringify(this.#request));

  /** The scores that still hold: those of all rounds before the first one that has changed. */
  readonly scores = $derived.by(() => {
    const rounds = this.#request?.rounds ?? [];
    const { scored } = this.#kept;
    const changed = rounds.findIndex(
      (round, index) => JSON.stringify(round) !== JSON.stringify(scored?.rounds[index]),
    );
    return scored?.sheet.rounds.slice(0, changed < 0 ? rounds.length : changed) ?? [];
  });
  readonly waiting = $derived((this.#request?.rounds.length ?? 0) - this.scores.length);
  /** What the server has told of all rounds that are written; null while it has not. */
  readonly #whole = $derived(
    this.waiting === 0 && this.#kept.scored?.rounds.length === this.scores.length
      ? this.#kept.scored.sheet
      : null,
  );
  readonly outcome = $derived(this.#whole?.outcome ?? null);

  /** How many of each side may bid blind nil in the round that is not scored yet, if that is known. */
  readonly blindNils = $derived(this.#whole?.blind_nils ?? null);

  begin(agreement: Agreement): void {
    this.refusal = '';
    this.#write({ ...EMPTY, agreement });
  }

  enter(entry: Entry): void {
    this.#write({ ...this.#kept, entries: [...this.entries, entry], undone: [] });
  }

  undo(): void {
    const last = this.entries.at(-1);
    if (!last) return;
    const undone = [...this.undone, last];
    this.#write({ ...this.#kept, entries: this.entries.slice(0, -1), undone });
  }

  redo(): void {
    const next = this.undone.at(-1);
    if (!next) return;
    const entries = [...this.entries, next];
    this.#write({ ...this.#kept, entries, undone: this.undone.slice(0, -1) });
  }

  clear(): void {
    this.refusal = '';
    this.#write(EMPTY);
  }

  /** Has the server score what it has not scored yet; to be called once by the page. */
  keepScored(): void {
    $effect(() => {
      if (this.#due) void this.#score();
    });
    $effect(() => {
      const timer = setInterval(() => void this.#score(), RETRY_MS);
      const online = () => {
        this.#asked = ''; // a request that went out while no one answered may hang for minutes
        void this.#score();
      };
      addEventListener('online', online);
      return () => {
        this.#left = true;
        clearInterval(timer);
        removeEventListener('online', online);
      };
    });
  }

  async #score(): Promise<void> {
    const asked = this.#request;
    const request = this.#due;
    if (!asked || this.#asked === request || this.#kept.scored?.request === request) return;
    this.#asked = request;
    try {
      const sheet = await scoreRounds(asked);
      if (this.#due !== request) return;
      this.refusal = '';
      this.#write({ ...this.#kept, scored: { rounds: asked.rounds, request, sheet } });
    } catch (error) {
      if (this.#due === request) this.refusal = error instanceof RefusedError ? error.message : '';
    } finally {
      if (this.#asked === request) this.#asked = '';
    }
  }

  #write(kept: Kept): void {
    if (this.#left) return;
    this.#kept = kept;
    this.unkept = !keep(KEY, kept);
  }
}
