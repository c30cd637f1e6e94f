import { addressOf } from '../demo';

/**
 * Make Back close the topmost dialog instead of leaving the page. Each open dialog has an entry in
 * the browser's history, above that of its page. All entries of a page share an id, so that we can
 * distinguish steps within a page from steps to another one.
 */
interface Layer {
  page: number;
  dialogs: number;
}

/**
 * Milliseconds after which a step in the history counts as failed, because the entry was missing.
 * A busy device may still take it within the time of `LATE`, which then must not close a dialog.
 */
const PATIENCE = 1_000;
const LATE = 10_000;

const open: (() => void)[] = [];
let here: number | null = null;
let address = '';
let settling = false;
/** Actions to run after the browser has left the entry of a closed dialog. */
let stepping: { then: (() => void)[]; timer: ReturnType<typeof setTimeout> } | null = null;
/** When a step that seems to have failed can no longer come, by `performance.now()`. */
let lateUntil = 0;

const layer = (): Partial<Layer> => (history.state ?? {}) as Partial<Layer>;
const depth = (): number => layer().dialogs ?? 0;

function replace(changes: Partial<Layer>): void {
  history.replaceState({ ...layer(), ...changes }, '');
}

/** Follow the history. Call this before anything else listens to it. */
export function followDialogs(): void {
  here = layer().page ?? null;
  address = location.href;
  addEventListener('popstate', moved);
  settle();
}

/** Give an open dialog an entry until it is closed. */
export function dialogOpened(close: () => void): () => void {
  open.push(close);
  settleSoon();
  return () => {
    open.splice(open.indexOf(close), 1);
    settleSoon();
  };
}

/** Go to another page. Its entry replaces that of an open dialog. */
export function goTo(path: string, then: () => void): void {
  if (stepping) {
    stepping.then.push(() => {
      goTo(path, then);
    });
    return;
  }
  if (depth() > 0) history.replaceState(null, '', addressOf(path));
  else history.pushState(null, '', addressOf(path));
  here = null;
  address = location.href;
  then();
}

/** Change only the address of the page on show. */
export function replaceAddress(path: string): void {
  history.replaceState(history.state, '', addressOf(path));
  address = location.href;
}

function moved(event: PopStateEvent): void {
  const same = here !== null && layer().page === here;
  here = layer().page ?? null;
  if (same) {
    event.stopImmediatePropagation(); // the page and its address stay the same
    if (location.href !== address) replaceAddress(address);
  }
  address = location.href;
  if (stepping) stepped();
  else if (same && performance.now() < lateUntil) {
    lateUntil = 0;
    settle();
  } else {
    for (const close of open.slice(same ? depth() : 0).reverse()) close();
    settleSoon();
  }
}

/** Wait a moment, so that a closing dialog and its successor share an entry. */
function settleSoon(): void {
  if (settling) return;
  settling = true;
  queueMicrotask(() => {
    settling = false;
    settle();
  });
}

/** Make the history end with as many dialog entries as there are open dialogs. */
function settle(): void {
  if (stepping) return;
  const beyond = depth() - open.length;
  if (beyond > 0) {
    stepping = { then: [], timer: setTimeout(failed, PATIENCE) };
    history.go(-beyond);
  } else if (beyond < 0) {
    here ??= Date.now();
    if (depth() === 0) replace({ page: here, dialogs: 0 });
    for (let dialogs = depth() + 1; dialogs <= open.length; dialogs++)
      history.pushState({ ...layer(), page: here, dialogs }, '');
  }
}

function stepped(): void {
  const then = stepping?.then ?? [];
  clearTimeout(stepping?.timer);
  stepping = null;
  for (const one of then) one();
  settle();
}

function failed(): void {
  lateUntil = performance.now() + LATE;
  replace({ dialogs: open.length });
  stepped();
}
