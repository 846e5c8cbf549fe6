import { Link, redirect, useLocation, useOutletContext } from 'react-router';
import { deskTitle } from '../layout/desk-head.tsx';
import type { Route } from './+types/queue-page.ts';
import { filterNames } from './inbox-filter.tsx';
import { kindTexts } from './next-step.tsx';
import { claimPath } from './opens-next.ts';
import { dueText } from './queue-row.tsx';
import type { WorkbenchContext } from './workbench.tsx';

export const meta: Route.MetaFunction = () => deskTitle('Queue');

/** The list of all submissions was at this address: its filters lead to it still. */
export function loader({ request }: Route.LoaderArgs) {
  const { search, searchParams } = new URL(request.url);
  if ([...filterNames, 'page'].some((name) => searchParams.has(name))) throw redirect(`/desk/all${search}`);
  return null;
}

/** Beside the queue while no claim is open: what is first. */
export default function QueuePage() {
  const { rows, now } = useOutletContext<WorkbenchContext>();
  const { search } = useLocation();
  const [first] = rows;
  if (!first)
    return (
      <div className="empty-state">
        <h2>Nothing waits</h2>
        <p>Every open claim appears here with what is done next.</p>
        <p>
          <Link to="/desk/all">All claims</Link>
        </p>
      </div>
    );
  const { name, phone, about, next } = first;
  return (
    // A press that began on one claim does nothing where a live update has put another one here.
    <div className="card stack first-step" key={first.id}>
      <h2>First</h2>
      <p className="first-step-name">
        <bdi>{name || 'No name given'}</bdi> {phone}
      </p>
      <p>
        {next ? kindTexts[next.kind] : 'Reply'}, {dueText(first, now)}
        {about && (
          <>
            {'. '}
            <bdi>{about}</bdi>
          </>
        )}
      </p>
      <p>
        <Link className="button button-action" to={claimPath(first.id, search)}>
          Open it
        </Link>
      </p>
    </div>
  );
}
