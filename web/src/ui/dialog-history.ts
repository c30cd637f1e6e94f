/**
 * Makes Back close the topmost dialog instead of leaving the page.
 *
 * Each open dialog has an entry of its own in the browser's history, above that of its page. All
 * entries of a page share an id, so that a step between them is shown from one to another page.
 */
interface Layer {
  page: number;
  dialogs: number;
}

/** Milliseconds after which a step in the history has failed: there was no entry to go to. */
const PATIENCE = 1_000;

const open: (() => void)[] = [];
let here: number | null = null;
let address = '';
let settling = false;
/** What waits until the browser has gone back over the entry of a closed dialog. */
let stepping: { then: (() => void)[]; timer: ReturnType<typeof setTimeout> } | null = null;

const layer = (): Partial<Layer> => (history.state ?? {}) as Partial<Layer>;
const depth = (): number => layer().dialogs ?? 0;

function replace(changes: Partial<Layer>): void {
  history.replaceState({ ...layer(), ...changes }, '');
}

/** Follows the history; called before anything else listens to it. */
export function followDialogs(): void {
  here = layer().page ?? null;
  address = location.href;
  addEventListener('popstate', moved);
  settle();
}

/** Gives a dialog that has opened an entry, until it is closed. */
export function dialogOpened(close: () => void): () => void {
  open.push(close);
  settleSoon();
  return () => {
    open.splice(open.indexOf(close), 1);
    settleSoon();
  };
}

/** Goes to another page; that of an open dialog takes the dialog's place. */
export function goTo(path: string, then: () => void): void {
  if (stepping) {
    stepping.then.push(() => {
      goTo(path, then);
    });
    return;
  }
  if (depth() > 0) history.replaceState(null, '', path);
  else history.pushState(null, '', path);
  here = null;
  address = location.href;
  then();
}

/** Changes the address of the page that is shown, and nothing else. */
export function tellAddress(path: string): void {
  history.replaceState(history.state, '', path);
  address = location.href;
}

function moved(event: PopStateEvent): void {
  const same = here !== null && layer().page === here;
  here = layer().page ?? null;
  if (same) {
    event.stopImmediatePropagation(); // the page stays as it is, and so does its address
    if (location.href !== address) tellAddress(address);
  }
  address = location.href;
  if (stepping) stepped();
  else {
    for (const close of open.slice(same ? depth() : 0).reverse()) close();
    settleSoon();
  }
}

/** What closes in a moment and what opens instead share an entry. */
function settleSoon(): void {
  if (settling) return;
  settling = true;
  queueMicrotask(() => {
    settling = false;
    settle();
  });
}

/** Has the history end with as many entries of dialogs as are open. */
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
  replace({ dialogs: open.length });
  stepped();
}
