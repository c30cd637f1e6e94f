/** The sounds of the table. */
export type Sound = 'card' | 'trick' | 'turn' | 'end';

interface Tone {
  /** Frequency in hertz. */
  pitch: number;
  /** Start and length in seconds. */
  at: number;
  lasts: number;
  loud: number;
}

/**
 * A card taps the cloth, and a trick taps deeper. A turn is two quiet bells, and the end is three.
 */
const TONES: Record<Sound, readonly Tone[]> = {
  card: [{ pitch: 190, at: 0, lasts: 0.06, loud: 0.2 }],
  trick: [
    { pitch: 150, at: 0, lasts: 0.08, loud: 0.2 },
    { pitch: 120, at: 0.07, lasts: 0.1, loud: 0.16 },
  ],
  turn: [
    { pitch: 660, at: 0, lasts: 0.18, loud: 0.06 },
    { pitch: 880, at: 0.1, lasts: 0.25, loud: 0.06 },
  ],
  end: [
    { pitch: 523, at: 0, lasts: 0.3, loud: 0.07 },
    { pitch: 659, at: 0.14, lasts: 0.3, loud: 0.07 },
    { pitch: 784, at: 0.28, lasts: 0.5, loud: 0.07 },
  ],
};

/** Milliseconds after which a sound would coincide with the next event. */
const TOO_LATE = 300;

let device: AudioContext | null = null;

/** The volume at which sounds are as loud as their tones say, from 0 to 100. */
const USUAL_VOLUME = 50;

/**
 * Play a sound. Stay silent if the browser lacks sound, or does not allow it yet. Most browsers
 * allow it after the first tap, and some only if the tap itself makes the sound ready.
 */
export function sound(name: Sound, volume = USUAL_VOLUME): void {
  const on = volume > 0 ? ready() : null;
  if (!on) return;
  const asked = performance.now();
  const factor = (volume / USUAL_VOLUME) ** 2; // ears hear ratios
  void on.resume().then(() => {
    if (performance.now() - asked < TOO_LATE)
      for (const tone of TONES[name]) begin(on, { ...tone, loud: tone.loud * factor });
  });
}

/** Return the device that plays sounds, if the browser allows it. Call this at every tap. */
export function ready(): AudioContext | null {
  if (typeof AudioContext === 'undefined') return null;
  if ('userActivation' in navigator && !navigator.userActivation.hasBeenActive) return null;
  device ??= new AudioContext();
  if (device.state !== 'running') void device.resume();
  return device;
}

function begin(on: AudioContext, { pitch, at, lasts, loud }: Tone): void {
  const start = on.currentTime + at;
  const tone = new OscillatorNode(on, {
    type: pitch < 300 ? 'triangle' : 'sine',
    frequency: pitch,
  });
  const gain = new GainNode(on, { gain: 0 });
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(loud, start + 0.005);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + lasts);
  tone.connect(gain).connect(on.destination);
  tone.start(start);
  tone.stop(start + lasts);
}
