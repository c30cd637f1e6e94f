import type { RoundResult, State, Update } from '../generated/protocol';

/**
 * Puts whole states together: the results of a state are only those that its connection lacks, and
 * an update tells only what has changed. Everything of the connection has to come by, in its order.
 */
export class Results {
  #known: readonly RoundResult[] = [];
  #last: State | null = null;

  /** The whole state; null for an update of one that has not come by. */
  complete(message: State | Update): State | null {
    const state = message.type === 'state' ? message : this.#updated(message);
    if (!state) return null;
    const { view } = state;
    this.#known = view ? [...this.#known.slice(0, state.results_from), ...view.results] : [];
    this.#last = view
      ? { ...state, view: { ...view, results: this.#known }, results_from: 0 }
      : state;
    return this.#last;
  }

  #updated(update: Update): State | null {
    const last = this.#last;
    if (!last?.view || last.seq !== update.since) return null;
    return {
      ...last,
      results_from: this.#known.length,
      ...update.state,
      seq: update.seq,
      view: { ...last.view, results: [], ...update.view },
    };
  }
}
