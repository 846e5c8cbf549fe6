import type { RoadsideTexts } from '#content/roadside/roadside-texts.ts';

/** The list of what to do at the scene, with boxes to tick, which app/islands/roadside-ticks.ts keeps. */
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
