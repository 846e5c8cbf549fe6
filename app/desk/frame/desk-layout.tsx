import { type LoaderFunctionArgs, NavLink, Outlet, useLoaderData } from 'react-router';
import { BrandMark } from '#app/ui/brand-mark.tsx';
import { NoticeArea } from '#app/ui/notice/notice-area.tsx';
import { site } from '#content/site.ts';
import { deskTitle } from '../look/desk-meta.ts';
import { DeskStylesheet } from '../look/desk-stylesheet.tsx';
import { DeskAlarms } from './desk-alarms.tsx';
import { lentDesk, staffOf } from './lent.ts';
import { PageAnnouncer } from './page-announcer.tsx';
import { requireStaff } from './require-staff.ts';
import { SignOut } from './sign-out.tsx';
import { useKnownSession } from './use-known-session.ts';

export const middleware = [requireStaff];

/** For what stands in place of a screen that could not be shown; every other has a title of its own. */
export const meta = () => deskTitle('Not shown');

export async function loader({ context }: LoaderFunctionArgs) {
  const staff = staffOf(context);
  return { staff, alarms: await lentDesk(context).alarms() };
}

const links = [
  { to: '/desk', label: 'Inbox', owner: false },
  { to: '/desk/promises', label: 'Responses', owner: false },
  { to: '/desk/people', label: 'People', owner: false },
  { to: '/desk/colleagues', label: 'Colleagues', owner: true },
  { to: '/desk/audit', label: 'Audit', owner: true },
];

/** What every screen behind the door shares. */
export default function DeskLayout() {
  const { staff, alarms } = useLoaderData<typeof loader>();
  useKnownSession(staff.id);
  return (
    <>
      <DeskStylesheet />
      <a href="#main" className="skip-link">
        Skip to main content
      </a>
      <header className="desk-top">
        <div className="desk-top-inner">
          <NavLink to="/desk" className="desk-brand" end>
            <BrandMark />
            {site.brand} desk
          </NavLink>
          <nav className="desk-nav" aria-label="Desk">
            <ul>
              {links
                .filter(({ owner }) => !owner || staff.role === 'owner')
                .map(({ to, label }) => (
                  <li key={to}>
                    <NavLink to={to} end={to === '/desk'}>
                      {label}
                    </NavLink>
                  </li>
                ))}
            </ul>
          </nav>
          <div className="desk-who">
            <NavLink to="/desk/account">{staff.name}</NavLink>
            <SignOut />
          </div>
        </div>
      </header>
      <main id="main" tabIndex={-1} className="desk-main">
        <DeskAlarms alarms={alarms} />
        <Outlet />
      </main>
      <PageAnnouncer />
      <NoticeArea />
    </>
  );
}

export { DeskTrouble as ErrorBoundary } from './desk-trouble.tsx';
