import { beforeEach, expect, test, vi } from 'vitest';

import { sound } from './sounds';

/** The number of tones started. */
let tones = 0;
/** Allow sounds from now on, like a browser after the first tap on a page. */
let allow: () => void = () => undefined;
let allowed = Promise.resolve();

class Part {
  gain = new Proxy({}, { get: () => () => undefined });
  connect = (next: Part) => next;
  start = () => (tones += 1);
  stop = () => undefined;
}

/** Whether the player has tapped the page. */
const activation = { hasBeenActive: true };

vi.stubGlobal('navigator', { userActivation: activation });
vi.stubGlobal('OscillatorNode', Part);
vi.stubGlobal('GainNode', Part);
vi.stubGlobal(
  'AudioContext',
  class {
    currentTime = 0;
    resume = () => allowed;
  },
);

/** Wait until the permission is processed. */
const taken = () => new Promise((done) => setImmediate(done));

beforeEach(() => {
  tones = 0;
});

test('a sound is made as soon as the browser makes sounds', async () => {
  sound('turn');
  await taken();
  expect(tones).toBe(2);
});

test('what could not be heard at its time is not heard later, all at once', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  allowed = new Promise((allowing) => (allow = allowing));
  for (let card = 0; card < 12; card++) sound('card');
  vi.advanceTimersByTime(60_000);
  sound('trick');
  allow();
  await taken();
  expect(tones).toBe(2);
});

test('before the first tap, or at volume zero, nothing is heard', async () => {
  sound('turn', 0);
  activation.hasBeenActive = false;
  sound('turn');
  activation.hasBeenActive = true;
  await taken();
  expect(tones).toBe(0);
});

test('a browser that has no sound is silent', async () => {
  vi.stubGlobal('AudioContext', undefined);
  vi.resetModules();
  const { sound: elsewhere } = await import('./sounds');
  elsewhere('end');
  expect(tones).toBe(0);
});
