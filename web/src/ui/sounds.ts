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

/** Play a sound. Stay silent if the browser lacks sound or does not allow it yet. */
export function sound(name: Sound): void {
  if (typeof AudioContext === 'undefined') return;
  const on = (device ??= new AudioContext());
  const asked = performance.now();
  void on.resume().then(() => {
    if (performance.now() - asked < TOO_LATE) for (const tone of TONES[name]) begin(on, tone);
  });
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
