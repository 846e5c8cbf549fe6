import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { site } from '#content/site.ts';
import type { Tally } from '#server/desk/promise/kept.ts';
import { allow } from '../frame/allow.ts';
import { lentDesk, staffOf } from '../frame/lent.ts';
import { deskTitle } from '../look/desk-meta.ts';
import { londonDay, span } from '../look/times.ts';

export const meta = () => deskTitle('Promises');

export async function loader({ context }: LoaderFunctionArgs) {
  const weeks = await allow(lentDesk(context).desk.promises(staffOf(context)));
  return weeks.filter(({ promise }, index) => index < fewestWeeks || promise.promised > 0);
}

/** As many are shown however empty they are. */
const fewestWeeks = 4;

export default function PromisesPage() {
  const weeks = useLoaderData<typeof loader>();
  return (
    <>
      <h1>Promises kept</h1>
      <p>
        Whoever claims is promised contact within {site.claimPromiseHours} hours. PCO, PHV and taxi drivers lose income by the
        hour, so our own target for them is {site.professionalTargetHours} hours.
      </p>
      <Weeks
        caption={`The promise: contact within ${site.claimPromiseHours} hours`}
        weeks={weeks.map((week) => ({ ...week, tally: week.promise }))}
      />
      <Weeks
        caption={`The target for drivers by profession: contact within ${site.professionalTargetHours} hours`}
        weeks={weeks.map((week) => ({ ...week, tally: week.target }))}
      />
      <p className="quiet">
        A week is that in which the claim came. Withdrawn: closed in time without contact, as a claim sent twice is.
      </p>
    </>
  );
}

function Weeks({ caption, weeks }: { caption: string; weeks: { name: string; from: number; tally: Tally }[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways has to be reached by keyboard
    <section className="wide panel" aria-label={caption} tabIndex={0}>
      <table className="figures">
        <caption>
          <strong>{caption}</strong>
        </caption>
        <thead>
          <tr>
            <th scope="col">Week of</th>
            <th scope="col">Kept</th>
            <th scope="col">In time</th>
            <th scope="col">Too late</th>
            <th scope="col">Open</th>
            <th scope="col">Withdrawn</th>
            <th scope="col">Median</th>
            <th scope="col">9 of 10 within</th>
          </tr>
        </thead>
        <tbody>
          {weeks.map(({ name, from, tally }) => (
            <tr key={name}>
              <th scope="row">{londonDay(from)}</th>
              <td>{shareOf(tally)}</td>
              <td>{tally.kept}</td>
              <td>{tally.broken}</td>
              <td>{tally.open}</td>
              <td>{tally.withdrawn}</td>
              <td>{tally.medianMs === null ? '–' : span(tally.medianMs)}</td>
              <td>{tally.ninetiethMs === null ? '–' : span(tally.ninetiethMs)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Of those whose time is over. Never rounded up to all of them. */
function shareOf({ kept, broken }: Tally): string {
  return kept + broken === 0 ? '–' : `${Math.floor((kept / (kept + broken)) * 100)} %`;
}
