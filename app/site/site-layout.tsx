import { Outlet } from 'react-router';
import { currentNotice } from '#content/site-changes.ts';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { MobileActionBar } from './mobile-action-bar.tsx';
import noticeStyles from './site-notice.css?inline';
import styles from './site-styles.css?inline';
import { Words } from './words.tsx';

/** What every public page shares. */
export default function SiteLayout() {
  return (
    <>
      <SiteStyles />
      <a href="#main" className="skip-link" lang="en-GB">
        Skip to main content
      </a>
      <SiteNotice />
      <Header />
      {/* Filled by app/islands when something waits on the device. */}
      <div id="waiting-area" />
      <main id="main" tabIndex={-1} className="page">
        <Outlet />
      </main>
      <Footer />
      <MobileActionBar />
      <div role="status" className="connection-note" />
    </>
  );
}

/** What an owner says above every page at present (/desk/site). */
function SiteNotice() {
  const notice = currentNotice();
  if (notice === null) return null;
  return (
    <aside className="site-notice" aria-label="Notice" lang="en-GB">
      <style href="site-notice" precedence="app">
        {noticeStyles}
      </style>
      <p className="container">
        <Words text={notice} />
      </p>
    </aside>
  );
}

/** The stylesheet, which is part of the page, so that the first paint needs no other request. */
export function SiteStyles() {
  return (
    <style href="app" precedence="app">
      {styles}
    </style>
  );
}
