import { useEffect, useState } from 'react';
import { Link, NavLink, Outlet, useMatches } from 'react-router';
import { useSession } from '#app/session/session.ts';
import { sessionStore } from '#app/session/session-store.ts';
import { BrandMark } from '#app/ui/brand-mark.tsx';
import { NoticeArea } from '#app/ui/notice/notice-area.tsx';
import { noticeMs } from '#app/ui/notice/notices.ts';
import { site } from '#content/site.ts';
import { timeLimit } from '#forms/time-limit.ts';
import { useFormDrafts } from '../form-drafts.ts';
import { keepPage, LoadRefused } from '../load-refused.tsx';
import { removeNoteDrafts } from '../note-draft.ts';
import { useDeskKeys } from '../use-desk-keys.ts';
import type { Route } from './+types/desk-layout.ts';
import { usePushRenewal } from './browser-push.ts';
import { DeskStylesheet, deskTitle, PageAnnouncer } from './desk-head.tsx';
import { mayOpen } from './desk-links.ts';
import { DeskNav } from './desk-nav.tsx';
import { DeskSearch } from './desk-search.tsx';
import { KeysHelp } from './keys-help.tsx';
import { Ringing } from './ringing.tsx';
import { allow, deskServices, requireStaff, staffOf } from './route-context.ts';
import { SignInAgain } from './sign-in-again.tsx';
import { SignOut } from './sign-out.tsx';
import { useClickAfterReload } from './use-click-after-reload.ts';
import { useOfflineLinks } from './use-offline-links.ts';
import { useTyping } from './use-typing.ts';

export const middleware = [requireStaff];
export const clientMiddleware = [keepPage];

/** The title of the error screen; every other screen has its own. */
export const meta: Route.MetaFunction = () => deskTitle('Not shown');

export async function loader({ context }: Route.LoaderArgs) {
  const staff = staffOf(context);
  const { alarms, desk, now } = deskServices(context);
  const ringing = await allow(desk.ringing(staff));
  return { staff, alarms: alarms(), unsorted: await desk.countUnsorted(staff), ringing, now: now() };
}

/** The layout of every screen for staff who are signed in. */
export default function DeskLayout({ loaderData }: Route.ComponentProps) {
  const { staff, alarms, unsorted, now, ringing } = loaderData;
  const hasEnded = useSyncedSession(staff.id);
  useDeskKeys();
  useTyping();
  useOfflineLinks();
  useClickAfterReload();
  useFormDrafts(staff.id);
  const linked = alarms.map((alarm) => ({ ...alarm, isLinked: alarm.page !== '/desk' && mayOpen(staff.role, alarm.page) }));
  usePushRenewal(staff.id);
  const isWorkbench = useMatches().some(({ id }) => id.endsWith('/workbench'));
  return (
    <>
      <DeskStylesheet />
      <a href="#main" className="skip-link">
        Skip to main content
      </a>
      <header className="desk-header">
        <div className="container desk-header-row">
          <NavLink to="/desk" className="brand" end>
            <BrandMark />
            <span>
              <span className="desk-brand">{site.brand}</span> desk
            </span>
          </NavLink>
          <DeskNav role={staff.role} unsorted={unsorted} />
          <DeskSearch />
          <div className="desk-user">
            <Ringing staffId={staff.id} loaded={{ now, ringing }} />
            {isWorkbench && <FoldedAlarms alarms={linked} />}
            <KeysHelp />
            <NavLink to="/desk/account">{staff.name}</NavLink>
            <SignOut />
          </div>
        </div>
      </header>
      <main id="main" tabIndex={-1} className="container desk-main">
        <p className="printed-only">{site.brand} desk</p>
        {!isWorkbench && <DeskAlarms alarms={linked} />}
        <LoadRefused />
        <Outlet />
      </main>
      {hasEnded && <SignInAgain email={staff.email} />}
      <PageAnnouncer />
      <NoticeArea showMs={timeLimit('notice', noticeMs)} />
    </>
  );
}

export { ErrorLayout as ErrorBoundary } from './desk-screens.tsx';

type Alarm = Route.ComponentProps['loaderData']['alarms'][number] & { isLinked: boolean };

/** The alarms, as messages that a person can act on, so that nothing fails silently. */
function DeskAlarms({ alarms }: { alarms: Alarm[] }) {
  if (alarms.length === 0) return null;
  return (
    <section className="callout callout-danger not-printed" aria-labelledby="alarms">
      <h2 id="alarms">Needs attention</h2>
      <AlarmList alarms={alarms} />
    </section>
  );
}

/** The same in the header, because the queue and the acts need the room. */
function FoldedAlarms({ alarms }: { alarms: Alarm[] }) {
  if (alarms.length === 0) return null;
  return (
    <details className="desk-alarms not-printed">
      <summary className="badge badge-late">Alarms: {alarms.length}</summary>
      <div className="callout callout-danger">
        <AlarmList alarms={alarms} />
      </div>
    </details>
  );
}

function AlarmList({ alarms }: { alarms: Alarm[] }) {
  return (
    <ul>
      {alarms.map(({ name, about, message, page, isLinked }) => (
        <li key={name}>
          <strong>{about}.</strong> {message}
          {isLinked && (
            <>
              {' '}
              <Link to={page}>
                Open<span className="sr-only">: {about}</span>
              </Link>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

/**
 * Synchronises the app-wide session with the page: signing out in one tab signs out all of them. Returns whether the session has ended
 * by itself, so that one can sign in again over the page.
 */
function useSyncedSession(staffId: string): boolean {
  const { user, loading, isSignedOut } = useSession();
  const [isSynced, setSynced] = useState(false);
  const isOther = isSynced && !loading && user?.id !== staffId;
  const hasEnded = isOther && user === null && !isSignedOut;

  useEffect(() => {
    // After a sign-in by a post to the server, this page's and other tabs' stores do not know the session yet.
    const isCurrent = sessionStore.read().user?.id === staffId;
    let isAnswered = false;
    void import('#app/session/session-calls.ts')
      .then(({ readSession, sessionChanged }) => (isCurrent ? readSession() : sessionChanged()))
      .then((wasRead) => {
        isAnswered = true;
        setSynced(wasRead);
      });
    // Where this reading fails, the next one that succeeds says who is signed in.
    return sessionStore.subscribe(() => isAnswered && setSynced(true));
  }, [staffId]);

  useEffect(() => {
    if (!isOther || hasEnded) return;
    // Another person is signed in, or has signed out here: the server then redirects to the right page.
    removeNoteDrafts(user?.id);
    location.reload();
  }, [isOther, hasEnded, user?.id]);
  return hasEnded;
}
