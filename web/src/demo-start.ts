import { requestHere } from './connection/device';
import { fileAt } from './demo';
import './style/demo.css';

/** Start the engine, because each game of the demo needs it, but let the page appear first. */
export function startDemo(): void {
  requestAnimationFrame(() => {
    setTimeout(() => {
      void requestHere('/api/session', { method: 'POST' })
        .then(({ ok }) => (ok ? keepPage() : undefined))
        .catch(() => undefined); // the page works without it
    });
  });
}

/**
 * Let a service worker keep the files of the demo. Hosts of plain files have browsers ask again for
 * each of them, and browsers keep the compiled engine only if it comes from a service worker.
 */
async function keepPage(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  await navigator.serviceWorker.register(fileAt('sw.js'));
}
