import { Link } from 'react-router';
import type { SourceKind, SourceReport } from '#server/claims/sources/source-report.ts';
import { deskTitle } from '../layout/desk-head.tsx';
import { ListDownloads } from '../layout/list-downloads.tsx';
import { allow, deskServices, staffOf } from '../layout/route-context.ts';
import { londonDay } from '../times.ts';
import type { Route } from './+types/sources-page.ts';

export const meta: Route.MetaFunction = () => deskTitle('Sources');

export async function loader({ context }: Route.LoaderArgs) {
  const staff = staffOf(context);
  return { report: await allow(deskServices(context).desk.sources.report(staff)), isOwner: staff.role === 'owner' };
}

/** The newest weeks, which the table has beside the whole year; the file has all of them. */
const weeksInTable = 12;

const kinds: Record<SourceKind, { title: string; note: string }> = {
  partner: { title: 'Links of partners', note: 'Links with a code that an owner made.' },
  link: { title: 'Names in other links', note: 'Anybody can make such a link, and nobody has checked the name.' },
  answer: { title: 'Answers to “How did you find us?”', note: 'Of claims that no link named anybody for.' },
  unknown: { title: 'Nothing known', note: 'No link named anybody, and the question was not asked or not answered.' },
};

export default function SourcesPage({ loaderData: { report, isOwner } }: Route.ComponentProps) {
  const { lines, otherNames } = report;
  const shown = (Object.keys(kinds) as SourceKind[]).filter((kind) => lines.some((line) => line.kind === kind));
  return (
    <>
      <h1>Sources</h1>
      <p>
        Where the claims of the last 53 weeks come from, each counted once. A claim that was merged into another counts with that
        one; those in quarantine are left out. {isOwner && <Link to="/desk/partner-links">Partner links</Link>}
      </p>
      <p className="cluster not-printed">
        <ListDownloads path="/desk/sources" />
        <Link to="/desk/responses">Responses</Link>
      </p>
      {shown.length === 0 && <p>There are no claims of the last 53 weeks.</p>}
      {shown.map((kind) => (
        <section key={kind} className="card stack">
          <h2 id={`sources-${kind}`}>{kinds[kind].title}</h2>
          <p className="muted">
            {kinds[kind].note}
            {kind === 'link' &&
              otherNames > 0 &&
              ` The names that came least often, ${otherNames} of them, are counted together.`}
          </p>
          <Counts report={report} kind={kind} />
        </section>
      ))}
      <p className="muted">Weeks are those of London, from Monday. The file has all 53 of them.</p>
    </>
  );
}

function Counts({ report: { weeks, lines }, kind }: { report: SourceReport; kind: SourceKind }) {
  const newest = weeks
    .map((week, index) => ({ ...week, index }))
    .slice(-weeksInTable)
    .toReversed();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways has to be reached by keyboard
    <section className="table-scroll" aria-labelledby={`sources-${kind}`} tabIndex={0}>
      <table className="table" aria-labelledby={`sources-${kind}`}>
        <thead>
          <tr>
            <th scope="col">Source</th>
            <th scope="col">53 weeks</th>
            {newest.map(({ name, from }) => (
              <th scope="col" key={name}>
                {londonDay(from)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines
            .filter((line) => line.kind === kind)
            .map(({ name, total, counts }) => (
              <tr key={name}>
                <th scope="row" className="source-name">
                  <bdi>{name}</bdi>
                </th>
                <td>{total}</td>
                {newest.map((week) => (
                  <td key={week.name}>{counts[week.index]}</td>
                ))}
              </tr>
            ))}
        </tbody>
      </table>
    </section>
  );
}
