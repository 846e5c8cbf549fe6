import type { ReactNode } from 'react';
import { Outlet } from 'react-router';
import { BrandMark } from '#app/ui/brand-mark.tsx';
import { NoticeArea } from '#app/ui/notice/notice-area.tsx';
import { site } from '#content/site.ts';
import { Trouble } from '../layout/desk-screens.tsx';
import { PageAnnouncer } from '../layout/page-announcer.tsx';
import { DeskStylesheet, deskTitle } from '../ui/desk-head.tsx';

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
      <main className="door" id="main">
        <p className="door-brand">
          <BrandMark />
          <span>
            {site.brand} <span className="door-desk">desk</span>
          </span>
        </p>
        <div className="door-panel">{children}</div>
        <p className="door-out">
          <a href="/">To the website</a>
        </p>
      </main>
      <PageAnnouncer />
      <NoticeArea />
    </>
  );
}
