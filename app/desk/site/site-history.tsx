import { londonMoment } from '#forms/london-day.ts';
import type { SiteInDesk } from '#server/web/site/edit-site.ts';
import { Confirm } from '../confirm.tsx';

/** Who published what and when, and the way back to each version. */
export function SiteHistory({ site: { history, version, words } }: { site: SiteInDesk }) {
  const rows = [...history, { version: 0, at: 0, by: '', changes: {}, backTo: null }];
  return (
    <section className="card stack" aria-labelledby="site-history">
      <h2 id="site-history">History</h2>
      <ul className="stack">
        {rows.map((one, index) => {
          const previous = rows[index + 1];
          // Of the oldest that is listed it is not known what it changed.
          const isKnown = previous?.version === one.version - 1;
          const before: Record<string, unknown> = isKnown ? previous.changes : one.changes;
          const after: Record<string, unknown> = one.changes;
          const changed = Object.entries(words).filter(([name]) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
          const name = one.version === 0 ? 'As it was built' : `Version ${one.version}`;
          return (
            <li key={one.version}>
              <p className="cluster">
                <strong>{name}</strong>
                {one.version === version && <span className="badge">Shown now</span>}
              </p>
              {one.version > 0 && (
                <p className="muted">
                  {londonMoment(one.at)}, by {one.by}
                  {one.backTo !== null && `, back to ${one.backTo === 0 ? 'what was built' : `version ${one.backTo}`}`}
                  {changed.length > 0 && `: ${changed.map(([, { title }]) => title).join(', ')}`}
                </p>
              )}
              {one.version !== version && (
                <Confirm
                  label="Go back to this…"
                  about={name}
                  consequence="The site says at once what it said then. That is a version of its own, so you can come back."
                  button="Go back"
                  isHarmless
                >
                  <input type="hidden" name="act" value="back" />
                  <input type="hidden" name="to" value={one.version} />
                  <input type="hidden" name="after" value={version} />
                </Confirm>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
