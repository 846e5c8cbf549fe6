import type { ReactNode } from 'react';
import { Outlet } from 'react-router';
import { BrandMark } from '#app/ui/brand-mark.tsx';
import { NoticeArea } from '#app/ui/notice/notice-area.tsx';
import { site } from '#content/site.ts';
import { DeskStylesheet, deskTitle } from '../layout/desk-head.tsx';
import { Trouble } from '../layout/desk-screens.tsx';
import { PageAnnouncer } from '../layout/page-announcer.tsx';

/** For what stands in place of a screen that could not be shown; every other has a title of its own. */
export const meta = () => deskTitle('Not shown');

/** Before anybody is known: one panel, one thing to do. */
export default function DoorLayout() {
  return (
    <DoorFrame>
      <Outlet />
    </DoorFrame>
  );
}

/** A screen that could not be shown is said in the same panel. */
export function ErrorBoundary() {
  return (
    <DoorFrame>
      <Trouble />
    </DoorFrame>
  );
}

function DoorFrame({ children }: { children: ReactNode }) {
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
      <NoticeArea />
    </>
  );
}
