import { requestHere } from './connection/device';
import { fileAt } from './demo';
import './style/demo.css';

/** How long a first visit has to show the page before the engine takes the processor, in ms. */
const TO_APPEAR = 2500;

const FIRST_ACTIONS = ['pointerdown', 'keydown'] as const;

/**
 * Start the engine, because each game of the demo needs it. On a first visit it has to be fetched and
 * compiled, so the page appears first, unless the visitor does something before.
 */
export function startDemo(): void {
  if ('serviceWorker' in navigator && navigator.serviceWorker.controller) {
    requestAnimationFrame(() => setTimeout(startEngine));
    return;
  }
  const stop = new AbortController();
  const start = (): void => {
    stop.abort();
    clearTimeout(waiting);
    startEngine();
  };
  const waiting = setTimeout(start, TO_APPEAR);
  for (const action of FIRST_ACTIONS) addEventListener(action, start, { signal: stop.signal });
}

function startEngine(): void {
  void requestHere('/api/session', { method: 'POST' })
    .then(({ ok }) => (ok ? keepPage() : undefined))
    .catch(() => undefined); // the page works without it
}

/**
 * Let a service worker keep the files of the demo. Hosts of plain files have browsers ask again for
 * each of them, and browsers keep the compiled engine only if it comes from a service worker.
 */
async function keepPage(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  await navigator.serviceWorker.register(fileAt('sw.js'));
}
