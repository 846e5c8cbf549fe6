import { readStored, writeStored } from '#app/forms/browser-storage.ts';
import { day } from '#forms/durations.ts';
import type { Ringing } from '#server/claims/queue/read-ringing.ts';

/** Each person rings once when they begin to wait, and once when their target is over. What waits when the desk is opened does not. */
export function createRings() {
  let heard: Set<string> | null = null;
  /** Whom to ring for: who has begun to wait since the last look, or whose target is over since. Nobody at the first look. */
  return (ringing: Ringing[], now: number): Ringing[] => {
    const keys = (some: Ringing[]) => some.map((one) => keyOf(one, now));
    const before = heard ?? new Set(keys(ringing));
    const fresh = ringing.filter((one) => !before.has(keyOf(one, now)));
    heard = new Set([...before, ...keys(fresh)]);
    return fresh;
  };
}

/** What was rung for in this browser, with when, and the lock under which a tab reads and adds to it. */
const rungName = 'kerbside_rung';
const keptMs = day;

/**
 * Whether this tab is the one that makes the sound: of several tabs that see the same person wait, at different moments, the first
 * rings. Where a browser has no locks, two that look at one moment both do.
 */
export async function claimRing(ringing: Ringing[], now: number): Promise<boolean> {
  const claim = () => {
    const before = Object.entries((readStored('localStorage', rungName) ?? {}) as Record<string, number>);
    const kept = Object.fromEntries(before.filter(([, at]) => Math.abs(now - at) < keptMs));
    const fresh = ringing.map((one) => keyOf(one, now)).filter((key) => !(key in kept));
    for (const key of fresh) kept[key] = now;
    if (fresh.length > 0) writeStored('localStorage', rungName, kept);
    return fresh.length > 0;
  };
  return navigator.locks ? navigator.locks.request(rungName, claim) : claim();
}

/** Each person once while they wait, and once when they wait too long. */
function keyOf({ id, targetAt }: Ringing, now: number): string {
  return `${id} ${targetAt <= now ? 'late' : 'waits'}`;
}

/** Where the choice of a member of staff is kept in their browser: there is no sound unless it is `on`. */
const settingOf = (staffId: string) => `kerbside_sound_${staffId}`;

export function isSoundOn(staffId: string): boolean {
  return readStored('localStorage', settingOf(staffId)) === 'on';
}

export function setSoundOn(staffId: string, isOn: boolean): void {
  writeStored('localStorage', settingOf(staffId), isOn ? 'on' : null);
}

/** Whether the browser lets this page make a sound: it does after a gesture on it. */
export function mayRing(): boolean {
  return navigator.userActivation?.hasBeenActive === true;
}

/**
 * Two short tones that the browser makes itself, so that nothing is downloaded. Without a gesture on the page before, a browser allows no
 * sound, and none is tried.
 */
export function playRing(): void {
  if (!mayRing()) return;
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
