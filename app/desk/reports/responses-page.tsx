import { useId } from 'react';
import { site } from '#content/site.ts';
import { withinTarget } from '#content/stated-hours.ts';
import type { Tally } from '#server/submissions/sla/sla-report.ts';
import { deskTitle } from '../layout/desk-head.tsx';
import { allow, deskServices, staffOf } from '../layout/route-context.ts';
import { londonDay, span } from '../times.ts';
import type { Route } from './+types/responses-page.ts';

export const meta: Route.MetaFunction = () => deskTitle('Responses');

export async function loader({ context }: Route.LoaderArgs) {
  const weeks = await allow(deskServices(context).desk.slaReport(staffOf(context)));
  return weeks.filter(({ sla }, index) => index < minWeeks || sla.total > 0);
}

/** This many weeks are shown even if they are empty. */
const minWeeks = 4;

export default function ResponsesPage({ loaderData: weeks }: Route.ComponentProps) {
  return (
    <>
      <h1>Responses</h1>
      <p>
        Claimants are told that we contact them {withinTarget}: that is our SLA. PCO, PHV and taxi drivers lose income by the
        hour, so our own target for them is {site.professionalTargetHours} hours.
      </p>
      <Weeks title={`The SLA: contact ${withinTarget}`} weeks={weeks.map((week) => ({ ...week, tally: week.sla }))} />
      <Weeks
        title={`Our own target for drivers by profession: contact within ${site.professionalTargetHours} hours`}
        weeks={weeks.map((week) => ({ ...week, tally: week.ownTarget }))}
      />
      <p className="muted">
        A week is that in which the claim came. Too late counts those without contact until now, too. Withdrawn: by the claimant
        in time. Closed without contact: in time, as a claim sent twice is. Median and 9 of 10 count everybody whose time is over;
        where the figure falls among those without contact, it says so.
      </p>
    </>
  );
}

function Weeks({ title, weeks }: { title: string; weeks: { name: string; from: number; tally: Tally }[] }) {
  const id = useId();
  return (
    <div className="card">
      <h2 id={id}>{title}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways has to be reached by keyboard */}
      <section className="table-scroll" aria-labelledby={id} tabIndex={0}>
        <table className="table" aria-labelledby={id}>
          <thead>
            <tr>
              <th scope="col">Week of</th>
              <th scope="col">Met</th>
              <th scope="col">In time</th>
              <th scope="col">Too late</th>
              <th scope="col">No contact</th>
              <th scope="col">Open</th>
              <th scope="col">Withdrawn</th>
              <th scope="col">Closed without contact</th>
              <th scope="col">Median</th>
              <th scope="col">9 of 10 within</th>
            </tr>
          </thead>
          <tbody>
            {weeks.map(({ name, from, tally }) => (
              <tr key={name}>
                <th scope="row">{londonDay(from)}</th>
                <td>{shareOf(tally)}</td>
                <td>{tally.met}</td>
                <td>{tally.missed}</td>
                <td>{tally.notContacted}</td>
                <td>{tally.open}</td>
                <td>{tally.withdrawn}</td>
                <td>{tally.closedWithout}</td>
                <td>{timeOf(tally.medianMs)}</td>
                <td>{timeOf(tally.ninetiethMs)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}

/** The share of met targets among those whose time has passed. It is never rounded up to all of them. */
function shareOf({ met, missed }: Tally): string {
  return met + missed === 0 ? '–' : `${Math.floor((met / (met + missed)) * 100)} %`;
}

function timeOf(ms: Tally['medianMs']): string {
  if (ms === null) return '–';
  return ms === 'not contacted' ? 'no contact' : span(ms);
}
