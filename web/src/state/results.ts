import type { RoundResult, State, Update } from '../generated/protocol';

/**
 * Assemble complete states. A state has only the results that its connection lacks, and an update
 * only the changes. Pass every message of the connection in order.
 */
export class Results {
  #known: readonly RoundResult[] = [];
  #last: State | null = null;

  /** Return the complete state, or null for an update to one that was never received. */
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
