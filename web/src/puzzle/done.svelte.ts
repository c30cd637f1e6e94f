import { keep, kept } from '../kept';

const KEY = 'spadille.puzzles';

/** How many days are remembered for the streak. */
const MOST_DAYS = 1_000;

interface Done {
  /** Whether the first answer to a puzzle was right, by its number. */
  answers: Record<string, boolean>;
  /** The same for the puzzles of days, by date. */
  days: Record<string, boolean>;
}

function load(): Done {
  return { answers: {}, days: {}, ...(kept(KEY) as Partial<Done> | null) };
}

/** What this browser remembers of puzzles; no one else learns of it. */
export const done: Done = $state(load());

/** Keeps the first answer to a puzzle, and to that of a day. */
export function note(number: number, day: string | null, right: boolean): void {
  Object.assign(done, load()); // another window may have kept something since
  done.answers[number] ??= right;
  if (day !== null) {
    done.days[day] ??= right;
    for (const old of Object.keys(done.days).sort().slice(0, -MOST_DAYS)) {
      Reflect.deleteProperty(done.days, old);
    }
  }
  keep(KEY, done);
}
