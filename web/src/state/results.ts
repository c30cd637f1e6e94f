import type { RoundResult, State } from '../generated/protocol';

/** Puts the results of all rounds together: a state tells only those that its connection lacks. */
export class Results {
  #known: readonly RoundResult[] = [];

  /** The state with all results. Every state of the connection has to come by, in its order. */
  complete(state: State): State {
    const { view } = state;
    if (!view) {
      this.#known = [];
      return state;
    }
    this.#known = [...this.#known.slice(0, state.results_from), ...view.results];
    return { ...state, view: { ...view, results: this.#known }, results_from: 0 };
  }
}
