import type { Lang } from '../generated/protocol';
import { settings } from '../settings.svelte';

/** What the server tells in the language of the page: asked for when a component begins, and anew
 * when the language changes, or what else the question is made of. */
export class InLanguage<Told> {
  /** Null before the first answer; one in another language stays until the next has come. */
  told = $state.raw<Told | null>(null);
  /** Whether nobody has answered. */
  silent = $state(false);
  readonly #ask: (lang: Lang) => Promise<Told>;

  constructor(ask: (lang: Lang) => Promise<Told>) {
    this.#ask = ask;
    $effect(() => {
      this.again();
    });
  }

  /** Asks once more. */
  again(): void {
    const { lang } = settings;
    const current = () => lang === settings.lang;
    this.silent = false;
    this.#ask(lang).then(
      (told) => {
        if (current()) this.told = told;
      },
      () => {
        if (current()) this.silent = true;
      },
    );
  }
}
