/** Milliseconds without a tap or key after which the screen may turn off. */
const ABANDONED = 10 * 60_000;

export const canStayAwake = (): boolean => 'wakeLock' in navigator;

/**
 * Keep the screen on, and return a function that ends this. The browser ends it too when the page
 * is hidden, so ask again when the page is back. A player who does nothing for a long time has
 * probably put the device away.
 */
export function keepScreenOn(): () => void {
  if (!canStayAwake()) return () => undefined;
  let lock: WakeLockSentinel | null = null;
  let asking = false;
  let ended = false;
  let timer = 0;

  async function take() {
    if (lock || asking || document.hidden) return;
    asking = true;
    try {
      lock = await navigator.wakeLock.request('screen');
      lock.addEventListener('release', () => (lock = null));
      if (ended) release();
    } catch {
      // A browser that saves power refuses.
    } finally {
      asking = false;
    }
  }

  function release() {
    void lock?.release();
    lock = null;
  }

  function active() {
    clearTimeout(timer);
    timer = window.setTimeout(release, ABANDONED);
    void take();
  }

  const EVENTS = ['pointerdown', 'keydown', 'visibilitychange'];
  for (const event of EVENTS) document.addEventListener(event, active);
  active();
  return () => {
    ended = true;
    clearTimeout(timer);
    for (const event of EVENTS) document.removeEventListener(event, active);
    release();
  };
}
