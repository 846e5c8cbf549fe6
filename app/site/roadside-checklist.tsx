import { type ChecklistGroup, checklist, type RoadsideTexts } from '#content/roadside/roadside-texts.ts';

/** What to do at the scene, to be ticked off. */
export function RoadsideChecklist({ texts }: { texts: RoadsideTexts }) {
  const { title, lead, groups, items } = texts.checklist;
  return (
    <section className="stack" aria-labelledby="checklist">
      <h2 id="checklist">{title}</h2>
      <p>{lead}</p>
      {(Object.keys(checklist) as ChecklistGroup[]).map((group) => (
        <fieldset key={group} className="card">
          <legend>{groups[group]}</legend>
          {checklist[group].map((item) => (
            <label key={item} className="choice" htmlFor={`check-${item}`}>
              <input type="checkbox" id={`check-${item}`} />
              <span>{items[item]}</span>
            </label>
          ))}
        </fieldset>
      ))}
    </section>
  );
}
