import type { Lang } from '../generated/protocol';
import { settings } from '../settings.svelte';

import { RefusedError, sentenceOf } from './api';

/** What the server tells in the language of the page: asked for when a component begins, and again
 * when the language changes, or what else the question is made of. */
export class InLanguage<Told> {
  /** Null before the first answer; one in another language stays until the next has come. */
  told = $state.raw<Told | null>(null);
  /** Why there is no answer to the last question; empty where nothing is wrong. */
  trouble = $state('');
  readonly #ask: (lang: Lang) => Promise<Told>;
  #questions = 0;
  #refused = false;

  constructor(ask: (lang: Lang) => Promise<Told>) {
    this.#ask = ask;
    $effect(() => {
      this.again();
    });
  }

  /** The sentence of a server that has answered, but not as asked; else empty. */
  get refusal(): string {
    return this.#refused ? this.trouble : '';
  }

  /** Asks once more. */
  readonly again = (): void => {
    this.#questions += 1;
    const question = this.#questions;
    const current = () => question === this.#questions;
    this.trouble = '';
    this.#ask(settings.lang).then(
      (told) => {
        if (current()) this.told = told;
      },
      (error: unknown) => {
        if (!current()) return;
        this.#refused = error instanceof RefusedError;
        this.trouble = sentenceOf(error);
      },
    );
  };
}
