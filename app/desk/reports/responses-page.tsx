import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import { site } from '#content/site.ts';
import { withinTarget } from '#content/stated-hours.ts';
import { minute } from '#forms/durations.ts';
import type { Grouping } from '#server/claims/sla/sla-report.ts';
import type { NamedReport } from '#server/claims/sla/sla-reports.ts';
import type { Figure, Tally } from '#server/claims/sla/tally.ts';
import { deskTitle } from '../layout/desk-head.tsx';
import { ListDownloads } from '../layout/list-downloads.tsx';
import { allow, deskServices, staffOf } from '../layout/route-context.ts';
import { londonDay, span } from '../times.ts';
import type { Route } from './+types/responses-page.ts';
import { ChartKey, ResponsesChart } from './responses-chart.tsx';
import { columnTitles, groupingOf, groupingTitles, listPath } from './responses-query.ts';

export const meta: Route.MetaFunction = () => deskTitle('Responses');

export async function loader({ request, context }: Route.LoaderArgs) {
  const { desk, now } = deskServices(context);
  const by = groupingOf(new URL(request.url).searchParams);
  return { report: await allow(desk.slaReport(staffOf(context), by)), now: now() };
}

type Target = NamedReport['targets'][number];

export default function ResponsesPage({ loaderData: { report, now } }: Route.ComponentProps) {
  const { by, targets, late, lateCount } = report;
  return (
    <>
      <h1>Responses</h1>
      <p>
        How soon people were contacted who wrote in the last 26 weeks. Claimants are told that we contact them {withinTarget}; the
        other targets are our own. Each is judged by itself.
      </p>
      <p className="callout">
        Contact here means: spoken to, or answered in writing. The share that was kept leaves out those who withdrew or were
        closed in time without contact. Do not publish a figure of this page without both sentences.
      </p>
      <nav aria-label="Group by" className="not-printed">
        <ul className="tabs">
          {Object.entries(groupingTitles).map(([name, title]) => (
            <li key={name}>
              <Link to={`/desk/responses?by=${name}`} aria-current={name === by ? 'page' : undefined}>
                By {title.toLowerCase()}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <p className="cluster not-printed">
        <ListDownloads path="/desk/responses" query={`?by=${by}`} />
        <Link to="/desk/sources">Where claims come from</Link>
      </p>
      <LateNow late={late} total={lateCount} now={now} />
      {targets.length === 0 && <p>Nobody has written in the last 26 weeks.</p>}
      {targets.map((target) => (
        <TargetCard key={target.id} target={target} by={by} />
      ))}
      <p className="muted">
        Weeks and hours are those of London, in which the form came. Too late counts those without contact until now, too; of
        those, late now are the ones that are neither closed nor withdrawn. Withdrawn: by the claimant in time. Closed without
        contact: closed in time, as a claim sent twice is. Median and 9 of 10 count everybody whose time is over; where the figure
        falls among those without contact, it says so. Attempts: the mean number of calls until contact, of those that were
        recorded and not taken back. By handler: who made contact, closed it, or has it.
      </p>
    </>
  );
}

/** What a target is, in words. */
function titleOf({ id, minutes }: Pick<Target, 'id' | 'minutes'>): string {
  if (id === 'promise' || minutes === null) return `The promise: contact ${withinTarget}`;
  const length = `Our own target of ${span(minutes * minute)}`;
  if (minutes === site.roadsideTargetMinutes) return `${length}: starts at the roadside`;
  return minutes === site.professionalTargetHours * 60 ? `${length}: drivers by profession` : length;
}

function LateNow({ late, total, now }: { late: NamedReport['late']; total: number; now: number }) {
  if (total === 0) return <p>Nobody waits longer than a target allows.</p>;
  return (
    <section className="card stack" aria-labelledby="late-now">
      <h2 id="late-now">
        Late now <span className="muted">{total}</span>
      </h2>
      <ol className="list report-list">
        {late.map(({ id, target, name, reference, form, dueAt }) => (
          <li key={id}>
            <Link to={`/desk/submissions/${id}`}>
              <bdi>{name || 'No name given'}</bdi>, {reference}
            </Link>
            <span className="muted">
              {form}, late by {span(now - dueAt)}
              {target === 'promise' ? ' for the promise' : ` for our target of ${span(Number(target.slice(4)) * minute)}`}
            </span>
          </li>
        ))}
      </ol>
      {total > late.length && <p>And {total - late.length} more: each target below leads to all that are late for it.</p>}
    </section>
  );
}

function TargetCard({ target, by }: { target: Target; by: Grouping }) {
  const [id, figuresId] = [useId(), useId()];
  const { all } = target;
  const link = (figure: Figure, text: string) => (
    <FigureLink choice={{ target: target.id, figure, by, key: null }} count={all[figure]}>
      {` ${text}`}
    </FigureLink>
  );
  return (
    <section className="card report-target" aria-labelledby={id}>
      <h2 id={id}>{titleOf(target)}</h2>
      <p>
        {all.met + all.missed > 0 && `${shareOf(all)} kept: `}
        {link('met', 'in time')}, {link('missed', 'missed')}, of these {link('late', 'late now')};{' '}
        {link('closedWithout', 'closed without contact')}.
        {all.medianMs !== null && ` Median to contact ${timeOf(all.medianMs)}, 9 of 10 within ${timeOf(all.ninetiethMs)}.`}
        {all.attempts !== null && ` ${attemptsOf(all)} attempts until contact.`}
      </p>
      <ResponsesChart
        groups={target.groups.map((group) => ({ ...group, title: groupTitle(group, by) }))}
        by={by}
        label={`${titleOf(target)}, in bars. The figures are in the table below.`}
      />
      <ChartKey />
      <details className="report-table">
        <summary id={figuresId}>
          Figures<span className="sr-only">: {titleOf(target)}</span>
        </summary>
        <Figures target={target} by={by} titleId={figuresId} />
      </details>
    </section>
  );
}

function Figures({ target, by, titleId }: { target: Target; by: Grouping; titleId: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways has to be reached by keyboard
    <section className="table-scroll" aria-labelledby={titleId} tabIndex={0}>
      <table className="table" aria-labelledby={titleId}>
        <thead>
          <tr>
            <th scope="col">{groupingTitles[by]}</th>
            <th scope="col">Kept</th>
            {columns.map((figure) => (
              <th scope="col" key={figure}>
                {columnTitles[figure]}
              </th>
            ))}
            <th scope="col">Median</th>
            <th scope="col">9 of 10 within</th>
            <th scope="col">Attempts</th>
          </tr>
        </thead>
        <tbody>
          {target.groups.map((group) => (
            <tr key={group.key}>
              <th scope="row">
                <bdi>{groupTitle(group, by)}</bdi>
              </th>
              <td>{shareOf(group.tally)}</td>
              {columns.map((figure) => (
                <td key={figure}>
                  <FigureLink choice={{ target: target.id, figure, by, key: group.key }} count={group.tally[figure]}>
                    <span className="sr-only">
                      {' '}
                      {columnTitles[figure]}, {groupTitle(group, by)}
                    </span>
                  </FigureLink>
                </td>
              ))}
              <td>{timeOf(group.tally.medianMs)}</td>
              <td>{timeOf(group.tally.ninetiethMs)}</td>
              <td>{attemptsOf(group.tally)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

type FigureLinkProps = { choice: Parameters<typeof listPath>[0]; count: number; children: ReactNode };

/** A figure that leads to the claims that it counts, where there are any. */
function FigureLink({ choice, count, children }: FigureLinkProps) {
  if (count === 0)
    return (
      <>
        {count}
        {children}
      </>
    );
  return (
    <Link to={listPath(choice)}>
      {count}
      {children}
    </Link>
  );
}

const columns: Figure[] = ['met', 'missed', 'notContacted', 'late', 'open', 'withdrawn', 'closedWithout'];

function groupTitle({ title, from }: Target['groups'][number], by: Grouping): string {
  if (by === 'hour') return `${title.padStart(2, '0')}:00`;
  return from === null ? title : londonDay(from);
}

/** The share of met targets among those whose time has passed. It is never rounded up to all of them. */
function shareOf({ met, missed }: Tally): string {
  return met + missed === 0 ? '–' : `${Math.floor((met / (met + missed)) * 100)} %`;
}

function timeOf(ms: Tally['medianMs']): string {
  if (ms === null) return '–';
  return ms === 'not contacted' ? 'no contact' : span(ms);
}

function attemptsOf({ attempts }: Tally): string {
  return attempts === null ? '–' : attempts.toFixed(1);
}
