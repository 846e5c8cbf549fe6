import { Link, useSearchParams } from 'react-router';
import type { Band } from '#server/submissions/queue/read-queue.ts';
import { InboxList } from '../inbox/inbox-list.tsx';
import { LiveUpdatesNote } from '../inbox/live-updates-note.tsx';
import { deskTitle } from '../layout/desk-head.tsx';
import { allow, deskServices, staffOf } from '../layout/route-context.ts';
import { useNow } from '../times.ts';
import type { Route } from './+types/queue-page.ts';

export const meta: Route.MetaFunction = () => deskTitle('Next steps');

export async function loader({ request, context }: Route.LoaderArgs) {
  const { desk, now } = deskServices(context);
  const own = new URL(request.url).searchParams.get('whose') === 'own';
  return { rows: await allow(desk.queue(staffOf(context), { own })), now: now() };
}

const bandTexts: Record<Band, string> = {
  now: 'Somebody waits now',
  'first contact': 'First contact and messages',
  'follow up': 'Follow-ups that are due',
  decide: 'To decide',
  later: 'Later',
};

/** Every open submission by its next step, what is done first at the top. */
export default function QueuePage({ loaderData }: Route.ComponentProps) {
  const { rows, now: serverNow } = loaderData;
  const now = useNow(serverNow);
  const [query] = useSearchParams();
  const isOwn = query.get('whose') === 'own';
  return (
    <>
      <div className="cluster-between">
        <h1>Next steps</h1>
        <LiveUpdatesNote />
      </div>
      <ul className="tabs" aria-label="Whose">
        <li>
          <Link to="/desk/queue" aria-current={isOwn ? undefined : 'page'}>
            Everybody’s
          </Link>
        </li>
        <li>
          <Link to="?whose=own" aria-current={isOwn ? 'page' : undefined}>
            Mine and nobody’s
          </Link>
        </li>
      </ul>
      {rows.length === 0 && (
        <div className="card stack">
          <h2>Nothing waits</h2>
          <p>Every open claim appears here with what is done next.</p>
        </div>
      )}
      {(Object.keys(bandTexts) as Band[])
        .map((band) => ({ band, inBand: rows.filter((row) => row.band === band) }))
        .filter(({ inBand }) => inBand.length > 0)
        .map(({ band, inBand }) => (
          <section key={band} className="stack" aria-labelledby={`band-${band.replace(' ', '-')}`}>
            <h2 id={`band-${band.replace(' ', '-')}`}>{bandTexts[band]}</h2>
            <InboxList rows={inBand} now={now} label={bandTexts[band]} />
          </section>
        ))}
    </>
  );
}
