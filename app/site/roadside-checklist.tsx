import { type RefObject, useEffect } from 'react';
import { readStored, writeStored } from '#app/forms/browser-storage.ts';
import type { RoadsideTexts } from '#content/roadside/roadside-texts.ts';

/** The list of what to do at the scene, with boxes to tick. */
export function RoadsideChecklist({ checklist: { title, lead, parts } }: Pick<RoadsideTexts, 'checklist'>) {
  return (
    <section className="stack" aria-labelledby="checklist">
      <h2 id="checklist">{title}</h2>
      <p>{lead}</p>
      {Object.entries(parts).map(([name, part]) => (
        <section key={name} className="card" aria-labelledby={`checklist-${name}`}>
          <h3 id={`checklist-${name}`}>{part.title}</h3>
          <Ticks items={part.items} />
        </section>
      ))}
    </section>
  );
}

export function Ticks({ items }: { items: Record<string, string> }) {
  return (
    <ul>
      {Object.entries(items).map(([name, text]) => (
        <li key={name}>
          <label className="choice">
            <input type="checkbox" data-tick={name} />
            <span>{text}</span>
          </label>
        </li>
      ))}
    </ul>
  );
}

const storedName = 'roadside-ticks';

/** Ticks are forgotten after this time, so that the next accident begins with none. */
const keptMs = 2 * 24 * 60 * 60_000;

/** Keeps ticks on the device; they are never sent. Returns the function to call when one changes. */
export function useKeptTicks(page: RefObject<HTMLElement | null>): () => void {
  useEffect(() => {
    const kept = readStored('localStorage', storedName) as { items?: string[]; until?: number } | null;
    if (!kept?.items || Number(kept.until) < Date.now()) return;
    for (const box of boxesIn(page)) box.checked ||= kept.items.includes(box.dataset.tick ?? '');
  }, [page]);

  return () => {
    const items = boxesIn(page).flatMap((box) => (box.checked ? [box.dataset.tick] : []));
    writeStored('localStorage', storedName, items.length > 0 ? { items, until: Date.now() + keptMs } : null);
  };
}

function boxesIn({ current }: RefObject<HTMLElement | null>): HTMLInputElement[] {
  return [...(current?.querySelectorAll<HTMLInputElement>('[data-tick]') ?? [])];
}
