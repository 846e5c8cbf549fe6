import { readStored, writeStored } from '#app/forms/browser-storage.ts';
import { day } from '#forms/durations.ts';

const storedName = 'roadside-ticks';

/** Ticks are forgotten after this time, so that the next accident begins with none. */
const keptMs = 2 * day;

/** Keeps the ticks of the roadside page's list on the device; they are never sent. */
export function keepTicks(): void {
  const boxes = [...document.querySelectorAll<HTMLInputElement>('[data-tick]')];
  if (boxes.length === 0) return;
  const kept = readStored('localStorage', storedName) as { items?: string[]; until?: number } | null;
  if (kept?.items && Number(kept.until) > Date.now())
    for (const box of boxes) box.checked ||= kept.items.includes(box.dataset.tick ?? '');

  function keep(): void {
    const items = boxes.flatMap((box) => (box.checked ? [box.dataset.tick] : []));
    writeStored('localStorage', storedName, items.length > 0 ? { items, until: Date.now() + keptMs } : null);
  }

  for (const box of boxes) box.addEventListener('change', keep);
}
