import { untrack } from 'svelte';

import type { Lang } from '../generated/protocol';

import { RefusedError, sentenceOf } from './api';

/** Milliseconds from an answer to the next question. */
export const LOOK_EVERY = 3_000;

/**
 * Data on a page that other people change. Poll it while the page is visible or a change is
 * awaited.
 */
export class Watched<Info> {
  info = $state.raw<Info | null>(null);
  /** Why newer data is missing. Empty if nothing is wrong. */
  trouble = $state('');
  #questions = 0;
  #lang: Lang | null = null;

  constructor(
    private readonly ask: (lang: Lang) => Promise<Info>,
    /** Return true if nothing will change any more. */
    private readonly settled: (info: Info) => boolean = () => false,
    /** Return true if the player awaits a change that the window title announces. */
    private readonly awaited: (info: Info) => boolean = () => false,
  ) {}

  /**
   * Poll until the returned function is called. A calling effect does not restart with each answer.
   */
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

  /** Run an action and show its result. If the language changed in the meantime, ask again. */
  async act(work: () => Promise<Info>): Promise<void> {
    const lang = this.#lang;
    const info = await work();
    if (this.#lang === null || this.#lang === lang) this.#take(info);
    else await this.#look(this.#lang);
  }

  /** Show the result of an action. Ignore answers to earlier questions. */
  #take(info: Info): void {
    this.#questions += 1;
    this.info = info;
    this.trouble = '';
  }

  /** Return true if the server says that it does not exist. Asking again changes nothing. */
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
