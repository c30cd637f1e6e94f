import { RefusedError, scoreRounds } from '../connection/api';
import type { ScoredRound, ScoreSheet } from '../generated/protocol';
import { keep, kept } from '../kept';
import { settings } from '../settings.svelte';

import { courseOf, requestOf, type Agreement, type Course, type Entry } from './book';

const KEY = 'spadille.sheet';
const RETRY_MS = 10_000;

/** The server's answer, and the rounds it belongs to. */
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
 * The score sheet of this browser. It stores entries immediately. The server scores them
 * immediately, or once it is reachable again.
 */
export class Sheet {
  #kept = $state.raw<Kept>({ ...EMPTY, ...(kept(KEY) as Partial<Kept> | null) });
  /** Why the server will not score the sheet, in the server's words. */
  refusal = $state('');
  /** Whether the sheet would be lost on reload, because the browser stores nothing. */
  unkept = $state(false);
  #asked = '';
  /** Whether the user has left this page. Later answers must not replace newer data. */
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

  /** The valid scores: those of all rounds before the first changed one. */
  readonly scores = $derived.by(() => {
    const rounds = this.#request?.rounds ?? [];
    const { scored } = this.#kept;
    const changed = rounds.findIndex(
      (round, index) => JSON.stringify(round) !== JSON.stringify(scored?.rounds[index]),
    );
    return scored?.sheet.rounds.slice(0, changed < 0 ? rounds.length : changed) ?? [];
  });
  readonly waiting = $derived((this.#request?.rounds.length ?? 0) - this.scores.length);
  /** The server's answer if it covers all rounds on the sheet, else null. */
  readonly #whole = $derived(
    this.waiting === 0 && this.#kept.scored?.rounds.length === this.scores.length
      ? this.#kept.scored.sheet
      : null,
  );
  readonly outcome = $derived(this.#whole?.outcome ?? null);

  /** How many players on each side may bid blind nil in the unscored round, if known. */
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

  /** Have the server score all unscored rounds. The page calls this once. */
  keepScored(): void {
    $effect(() => {
      if (this.#due) void this.#score();
    });
    $effect(() => {
      const timer = setInterval(() => void this.#score(), RETRY_MS);
      const online = () => {
        this.#asked = ''; // an unanswered request may hang for minutes
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
