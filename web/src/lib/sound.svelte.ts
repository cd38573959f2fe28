/* Short, dry, wooden sounds, made on the spot; off until wanted, never two at once. */
import { keep, kept } from "./kept";

export type Noise = "card" | "coin" | "stamp" | "bell" | "word";

/* One stroke: a tone that dies away. */
interface Stroke {
  wave: OscillatorType;
  from: number; // Hz
  to: number;
  after: number; // s
  lasts: number; // s
  loud: number; // 0 to 1
}

const NOISES: Record<Noise, Stroke[]> = {
  card: [{ wave: "triangle", from: 320, to: 120, after: 0, lasts: 0.07, loud: 0.25 }],
  coin: [
    { wave: "sine", from: 1900, to: 1850, after: 0, lasts: 0.14, loud: 0.1 },
    { wave: "sine", from: 2700, to: 2650, after: 0.04, lasts: 0.18, loud: 0.08 },
  ],
  stamp: [{ wave: "sine", from: 150, to: 55, after: 0, lasts: 0.13, loud: 0.5 }],
  word: [
    { wave: "triangle", from: 420, to: 300, after: 0, lasts: 0.06, loud: 0.16 },
    { wave: "triangle", from: 560, to: 420, after: 0.09, lasts: 0.06, loud: 0.16 },
  ],
  bell: [
    { wave: "sine", from: 880, to: 880, after: 0, lasts: 0.9, loud: 0.16 },
    { wave: "sine", from: 2217, to: 2217, after: 0, lasts: 0.5, loud: 0.06 },
  ],
};

class Sound {
  on = $state(kept("sound") === "on");
  #context: AudioContext | null = null;
  #until = 0; // when the sound under way ends

  toggle(): void {
    this.on = !this.on;
    keep("sound", this.on ? "on" : "off");
    if (this.on) this.play("card");
  }

  play(noise: Noise): void {
    if (!this.on) return;
    this.#context ??= new AudioContext();
    const context = this.#context;
    if (context.state === "suspended") void context.resume();
    const now = context.currentTime;
    if (now < this.#until) return;
    for (const stroke of NOISES[noise]) {
      const start = now + stroke.after;
      const tone = context.createOscillator();
      const volume = context.createGain();
      tone.type = stroke.wave;
      tone.frequency.setValueAtTime(stroke.from, start);
      tone.frequency.exponentialRampToValueAtTime(stroke.to, start + stroke.lasts);
      volume.gain.setValueAtTime(stroke.loud, start);
      volume.gain.exponentialRampToValueAtTime(0.001, start + stroke.lasts);
      tone.connect(volume).connect(context.destination);
      tone.start(start);
      tone.stop(start + stroke.lasts);
      this.#until = Math.max(this.#until, start + Math.min(stroke.lasts, 0.15));
    }
  }
}

export const sound = new Sound();
