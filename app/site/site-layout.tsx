import { useEffect } from 'react';
import { Outlet } from 'react-router';
import { keepInstallPrompt } from '#app/forms/install-area.tsx';
import { WaitingArea } from '#app/forms/waiting-area.tsx';
import { registerServiceWorker } from '#app/service-worker/register.ts';
import { NoticeArea } from '#app/ui/notice/notice-area.tsx';
import { ConnectionNotes } from './connection-notes.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { MobileActionBar } from './mobile-action-bar.tsx';
import { Stylesheet } from './stylesheet.tsx';

/** What every public page shares. */
export default function SiteLayout() {
  useEffect(registerServiceWorker, []);
  useEffect(keepInstallPrompt, []);
  return (
    <>
      <Stylesheet />
      <a href="#main" className="skip-link" lang="en-GB">
        Skip to main content
      </a>
      <Header />
      <WaitingArea />
      <main id="main" tabIndex={-1} className="page">
        <Outlet />
      </main>
      <Footer />
      <MobileActionBar />
      <ConnectionNotes />
      <NoticeArea />
    </>
  );
}
