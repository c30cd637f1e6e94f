import { untrack } from 'svelte';

import type { Lang } from '../generated/protocol';

import { RefusedError, sentenceOf } from './api';

/** Milliseconds between an answer and the next request. */
export const LOOK_EVERY = 3_000;

/**
 * Data shown on a page that other people can change. It is polled while the page is visible or a
 * change is awaited.
 */
export class Watched<Info> {
  info = $state.raw<Info | null>(null);
  /** Why newer data is missing. Empty if nothing is wrong. */
  trouble = $state('');
  #questions = 0;
  #lang: Lang | null = null;

  constructor(
    private readonly ask: (lang: Lang) => Promise<Info>,
    /** Return true if nothing will change anymore. */
    private readonly settled: (info: Info) => boolean = () => false,
    /** Return true if the player awaits a change that the window title announces. */
    private readonly awaited: (info: Info) => boolean = () => false,
  ) {}

  /** Poll until the returned function is called. A calling effect does not rerun on each answer. */
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

  /** Show an answer. Ignore answers to earlier requests. */
  #take(info: Info): void {
    this.#questions += 1;
    this.info = info;
    this.trouble = '';
  }

  /** Ask once. Return true if the server says that the data does not exist; polling then stops. */
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
