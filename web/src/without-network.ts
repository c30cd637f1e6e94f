import { DEMO } from './demo';

/**
 * Have the browser cache the page and its lessons in the page's language, so that they work
 * offline. This starts after everything else has loaded.
 */
export function keepWithoutNetwork(lang: string): void {
  if (DEMO || !import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  if (document.readyState === 'complete') void keepIn(lang);
  else addEventListener('load', () => void keepIn(lang), { once: true });
}

/** Download the engine for games on this device once the page is installed as an app. */
export function keepEngineOfApp(): void {
  if (DEMO) return; // it starts the engine at once
  const fetchEngine = () =>
    void import('./offline/engine.svelte')
      .then(({ engine }) => engine.fetchQuietly())
      .catch(() => undefined);
  addEventListener('appinstalled', fetchEngine);
  if (import.meta.env.PROD && matchMedia('(display-mode: standalone)').matches) fetchEngine();
}

/** Answer the service worker, which looks for the tab with a table after a tap on a notification. */
function reportPath({ ports }: MessageEvent): void {
  ports[0]?.postMessage(location.pathname);
}

async function keepIn(lang: string): Promise<void> {
  try {
    navigator.serviceWorker.addEventListener('message', reportPath);
    await navigator.serviceWorker.register('/sw.js');
    const { active } = await navigator.serviceWorker.ready;
    active?.postMessage({ lang });
  } catch {
    // Without a cache, the page needs the network.
  }
}
