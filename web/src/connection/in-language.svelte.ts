import type { Lang } from '../generated/protocol';
import { settings } from '../settings.svelte';

import { RefusedError, sentenceOf } from './api';

/**
 * Data from the server in the language of the page. It is fetched when a component starts, and
 * again when the language or the request changes.
 */
export class InLanguage<Answer> {
  /**
   * Null before the first answer. An answer in another language stays until the next one arrives.
   */
  answer = $state.raw<Answer | null>(null);
  /** Why the last request got no answer. Empty if nothing is wrong. */
  trouble = $state('');
  readonly #ask: (lang: Lang) => Promise<Answer>;
  #questions = 0;
  #refused = false;

  constructor(ask: (lang: Lang) => Promise<Answer>) {
    this.#ask = ask;
    $effect(() => {
      this.again();
    });
  }

  /** Return the server's message if it refused the request, else an empty string. */
  get refusal(): string {
    return this.#refused ? this.trouble : '';
  }

  /** Ask again. */
  readonly again = (): void => {
    this.#questions += 1;
    const question = this.#questions;
    const current = () => question === this.#questions;
    this.trouble = '';
    this.#ask(settings.lang).then(
      (answer) => {
        if (current()) this.answer = answer;
      },
      (error: unknown) => {
        if (!current()) return;
        this.#refused = error instanceof RefusedError;
        this.trouble = sentenceOf(error);
      },
    );
  };
}
