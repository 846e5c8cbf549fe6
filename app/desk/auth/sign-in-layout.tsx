import type { ReactNode } from 'react';
import { Outlet } from 'react-router';
import { BrandMark } from '#app/ui/brand-mark.tsx';
import { NoticeArea } from '#app/ui/notice/notice-area.tsx';
import { noticeMs } from '#app/ui/notice/notices.ts';
import { site } from '#content/site.ts';
import { timeLimit } from '#forms/time-limit.ts';
import { DeskStylesheet, deskTitle, PageAnnouncer } from '../layout/desk-head.tsx';
import { ErrorScreen } from '../layout/desk-screens.tsx';
import { keepPage, LoadRefused } from '../load-refused.tsx';
import type { Route } from './+types/sign-in-layout.ts';

export const clientMiddleware = [keepPage];

/** The title of an error page; every screen has a title of its own. */
export const meta: Route.MetaFunction = () => deskTitle('Not shown');

/** The layout of the screens for signing in: one panel. */
export default function SignInLayout() {
  return (
    <SignInPanel>
      <LoadRefused />
      <Outlet />
    </SignInPanel>
  );
}

/** The error page, in the same panel. */
export function ErrorBoundary() {
  return (
    <SignInPanel>
      <ErrorScreen />
    </SignInPanel>
  );
}

function SignInPanel({ children }: { children: ReactNode }) {
  return (
    <>
      <DeskStylesheet />
      <main className="sign-in" id="main">
        <p className="brand">
          <BrandMark />
          <span>
            {site.brand} <span className="muted">desk</span>
          </span>
        </p>
        <div className="card stack sign-in-card">{children}</div>
        <p className="sign-in-exit">
          <a href="/">To the website</a>
        </p>
      </main>
      <PageAnnouncer />
      <NoticeArea showMs={timeLimit('notice', noticeMs)} />
    </>
  );
}
