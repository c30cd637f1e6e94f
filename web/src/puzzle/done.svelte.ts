import { keep, kept } from '../kept';

const KEY = 'spadille.puzzles';

/** The number of days to keep for the streak. */
const MOST_DAYS = 1_000;

interface Done {
  /** Whether the first answer to a puzzle was right, by its number. */
  answers: Record<string, boolean>;
  /** The same for the daily puzzles, by date. */
  days: Record<string, boolean>;
}

function load(): Done {
  return { answers: {}, days: {}, ...(kept(KEY) as Partial<Done> | null) };
}

/** The answers that this browser stores. They never leave it. */
export const done: Done = $state(load());

/** Store the first answer to a puzzle. If it is a day's puzzle, store it for that day too. */
export function note(number: number, day: string | null, right: boolean): void {
  Object.assign(done, load()); // another window may have stored some
  done.answers[number] ??= right;
  if (day !== null) {
    done.days[day] ??= right;
    for (const old of Object.keys(done.days).sort().slice(0, -MOST_DAYS)) {
      Reflect.deleteProperty(done.days, old);
    }
  }
  keep(KEY, done);
}
