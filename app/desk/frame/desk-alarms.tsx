/** What is wrong behind the scenes, in words a person can act on. Nothing fails silently. */
export function DeskAlarms({ alarms }: { alarms: { name: string; words: string }[] }) {
  if (alarms.length === 0) return null;
  return (
    <section className="desk-alarms not-printed" aria-labelledby="alarms">
      <h2 id="alarms">Needs attention</h2>
      <ul>
        {alarms.map(({ name, words }) => (
          <li key={name}>{words}</li>
        ))}
      </ul>
    </section>
  );
}
