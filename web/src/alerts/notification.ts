import { tablePath } from '../connection/enter';
import { settings } from '../settings.svelte';

const ICON = '/icon-192.png';

/** Return true if the page may show notifications, or may still ask for the permission. */
export const canNotify = (): boolean =>
  'Notification' in window && isSecureContext && Notification.permission !== 'denied';

/** Return true if the player is to be notified now, because the page is hidden. */
export const willNotify = (): boolean =>
  document.hidden &&
  settings.notify === true &&
  canNotify() &&
  Notification.permission === 'granted';

/**
 * Ask the browser for the permission, and return the answer. Call it after a tap, because some
 * browsers refuse the question at any other time.
 */
export async function askPermission(): Promise<boolean> {
  if (!canNotify()) return false;
  return (await Notification.requestPermission()) === 'granted';
}

/** Show a notification about a table, in place of the last one about it. */
export async function notify(table: string, title: string, text: string): Promise<void> {
  if (!willNotify()) return;
  await closeNotification(table);
  const data = tablePath({ table }); // the worker opens it after a tap
  const options = { body: text, tag: table, icon: ICON, lang: settings.lang, data };
  const worker = await installed();
  if (!document.hidden) return; // the player has come back
  if (worker) await worker.showNotification(title, options);
  else showByPage(table, title, options);
}

/** The notification that this page has shown. A worker keeps its own. */
let shown: Notification | null = null;

function showByPage(table: string, title: string, options: NotificationOptions): void {
  shown?.close(); // two may have waited for the worker at once
  try {
    shown = new Notification(title, options);
  } catch {
    return; // Android has no notifications without a worker
  }
  shown.onclick = () => {
    window.focus();
    void closeNotification(table);
  };
}

/** Remove the notification about a table. */
export async function closeNotification(table: string): Promise<void> {
  shown?.close();
  shown = null;
  const worker = await installed();
  for (const one of (await worker?.getNotifications({ tag: table })) ?? []) one.close();
}

/** Return the registration of the service worker. Phones show notifications only through it. */
async function installed(): Promise<ServiceWorkerRegistration | null> {
  if (!('serviceWorker' in navigator)) return null;
  const registration = await navigator.serviceWorker.getRegistration();
  return registration?.active ? registration : null;
}
