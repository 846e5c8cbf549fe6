import { Link, Outlet, useLocation, useParams } from 'react-router';
import type { Looker } from '#server/claims/inbox/event-streams.ts';
import type { QueueRow } from '#server/claims/queue/read-queue.ts';
import { allow, deskServices, staffOf } from '../layout/route-context.ts';
import { LiveUpdatesNote } from '../live-updates-note.tsx';
import { useNow } from '../times.ts';
import { useLiveUpdates } from '../use-live-updates.ts';
import type { Route } from './+types/workbench.ts';
import { LastAct } from './last-act.tsx';
import { ManyBar } from './many-bar.tsx';
import { choiceOf } from './opens-next.ts';
import { QueueList, RestOfQueue } from './queue-list.tsx';

export async function loader({ request, context }: Route.LoaderArgs) {
  const { desk, now } = deskServices(context);
  const staff = staffOf(context);
  const own = choiceOf(new URL(request.url).search) !== '';
  const [rows, all] = await allow(Promise.all([desk.queue(staff, { own }), desk.openCount(staff, { own })]));
  return { rows, all, assignees: await allow(desk.assignees(staff)), staffId: staff.id, now: now(), hours: desk.callingHours() };
}

/** What the pages beside the queue know of it. `lookers`: the colleagues who have a claim open. */
export type WorkbenchContext = { rows: QueueRow[]; now: number; lookers: Looker[] };

/** Every open claim by its next step, and beside it the claim that is open. On a phone the two are pages. */
export default function Workbench({ loaderData }: Route.ComponentProps) {
  const { rows, all, assignees, staffId, now: serverNow, hours } = loaderData;
  const now = useNow(serverNow);
  const { id: openId = null } = useParams();
  const live = useLiveUpdates(openId);
  const lookers = live.lookers.filter(({ staff }) => staff !== staffId);
  const { search, pathname } = useLocation();
  const isOwn = choiceOf(search) !== '';
  const isPaneOpen = openId !== null || pathname === '/desk/many';
  const Title = isPaneOpen ? 'h2' : 'h1';
  const context: WorkbenchContext = { rows, now, lookers };
  return (
    <div className={isPaneOpen ? 'workbench workbench-with-claim' : 'workbench'}>
      <section className="queue not-printed" aria-labelledby="queue-title">
        <div className="queue-head">
          <Title id="queue-title">Queue</Title>
          <ul className="tabs" aria-label="Whose">
            <li>
              <Link to="/desk" aria-current={isOwn ? undefined : 'page'}>
                Everybody’s
              </Link>
            </li>
            <li>
              <Link to="/desk?whose=own" aria-current={isOwn ? 'page' : undefined}>
                Mine and nobody’s
              </Link>
            </li>
          </ul>
          <LiveUpdatesNote live={live} isShort />
        </div>
        <QueueList key={choiceOf(search)} rows={rows} now={now} staffId={staffId} lookers={lookers} />
        <RestOfQueue shown={rows.length} {...all} />
        <ManyBar assignees={assignees} staffId={staffId} now={now} hours={hours} />
      </section>
      <div className="workbench-pane">
        <LastAct />
        <Outlet context={context} />
      </div>
    </div>
  );
}
