import { readStored, writeStored } from '#app/forms/browser-storage.ts';
import type { Ringing } from '#server/submissions/queue/read-ringing.ts';

/** Each person rings once when they begin to wait, and once when their target is over. What waits when the desk is opened does not. */
export function createRings() {
  let heard: Set<string> | null = null;
  /** Whom to ring for: who has begun to wait since the last look, or whose target is over since. Nobody at the first look. */
  return (ringing: Ringing[], now: number): Ringing[] => {
    const keyOf = ({ id, targetAt }: Ringing) => `${id} ${targetAt <= now ? 'late' : 'waits'}`;
    const before = heard ?? new Set(ringing.map(keyOf));
    const fresh = ringing.filter((one) => !before.has(keyOf(one)));
    heard = new Set([...before, ...fresh.map(keyOf)]);
    return fresh;
  };
}

/** Where the choice of a member of staff is kept in their browser: there is no sound unless it is `on`. */
const settingOf = (staffId: string) => `kerbside_sound_${staffId}`;

export function isSoundOn(staffId: string): boolean {
  return readStored('localStorage', settingOf(staffId)) === 'on';
}

export function setSoundOn(staffId: string, isOn: boolean): void {
  writeStored('localStorage', settingOf(staffId), isOn ? 'on' : null);
}

/**
 * Two short tones that the browser makes itself, so that nothing is downloaded. Without a gesture on the page before, a browser allows no
 * sound, and none is tried.
 */
export function playRing(): void {
  if (!navigator.userActivation?.hasBeenActive) return;
  const audio = new AudioContext();
  for (const [index, pitch] of [880, 660].entries()) {
    const tone = audio.createOscillator();
    const loudness = audio.createGain();
    const start = audio.currentTime + index * 0.2;
    tone.frequency.value = pitch;
    loudness.gain.setValueAtTime(0.15, start);
    loudness.gain.exponentialRampToValueAtTime(0.001, start + 0.18);
    tone.connect(loudness).connect(audio.destination);
    tone.start(start);
    tone.stop(start + 0.2);
    if (index === 1) tone.addEventListener('ended', () => void audio.close());
  }
}
