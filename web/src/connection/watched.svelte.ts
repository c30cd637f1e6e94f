import { untrack } from 'svelte';

import type { Lang } from '../generated/protocol';

import { RefusedError, sentenceOf } from './api';

/** Milliseconds from an answer to the next question. */
export const LOOK_EVERY = 3_000;

/** What a page shows and others change: it is asked for again and again while the page is seen, or
 * something is awaited there. */
export class Watched<Info> {
  info = $state.raw<Info | null>(null);
  /** Why nothing newer is known; empty where nothing is wrong. */
  trouble = $state('');
  #questions = 0;
  #lang: Lang | null = null;

  constructor(
    private readonly ask: (lang: Lang) => Promise<Info>,
    /** Whether nothing changes any more. */
    private readonly settled: (info: Info) => boolean = () => false,
    /** Whether someone waits for something that the name of the window tells. */
    private readonly awaited: (info: Info) => boolean = () => false,
  ) {}

  /** Looks until the returned function is called; an effect that follows does not begin again with
   * each answer. */
  follow(lang: Lang): () => void {
    this.#lang = lang;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let followed = true;
    const look = async () => {
      const awaited = this.info !== null && this.awaited(this.info);
      const missing = (awaited || !document.hidden) && (await this.#look(lang));
      if (!followed || missing || (this.info !== null && this.settled(this.info))) return;
      timer = setTimeout(() => void look(), LOOK_EVERY);
    };
    untrack(() => void look());
    return () => {
      followed = false;
      this.#questions += 1;
      clearTimeout(timer);
    };
  }

  /** Does something, and shows what has become of it; in a language chosen in the meantime it looks again. */
  async act(work: () => Promise<Info>): Promise<void> {
    const lang = this.#lang;
    const info = await work();
    if (this.#lang === null || this.#lang === lang) this.#take(info);
    else await this.#look(this.#lang);
  }

  /** Shows what an action has made of it; answers to questions of before are older. */
  #take(info: Info): void {
    this.#questions += 1;
    this.info = info;
    this.trouble = '';
  }

  /** Whether the server has said that there is no such thing: asking again changes nothing. */
  async #look(lang: Lang): Promise<boolean> {
    this.#questions += 1;
    const question = this.#questions;
    try {
      const info = await this.ask(lang);
      if (question === this.#questions) this.#take(info);
    } catch (error) {
      if (question === this.#questions) {
        this.trouble = sentenceOf(error);
        return error instanceof RefusedError && error.missing;
      }
    }
    return false;
  }
}
