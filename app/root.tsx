import { type ReactNode, useContext, useEffect } from 'react';
import { Links, Meta, Outlet, Scripts, useLocation } from 'react-router';
import { startSession } from '#app/session/start-session.ts';
import { RequestIdContext } from '#app/ui/error-number.tsx';
import { isPrivatePath } from './document/private-document.ts';
import { ToldContext } from './document/told-context.ts';
import { SiteStyles } from './site/site-layout.tsx';
import { SorryPage } from './site/sorry-page.tsx';

export function Layout({ children }: { children: ReactNode }) {
  const requestId = useContext(RequestIdContext);
  const told = useContext(ToldContext);
  const { pathname } = useLocation();
  const isApplication = isPrivatePath(pathname);
  useEffect(() => {
    // Marks the page as hydrated, for styles and tests.
    document.documentElement.dataset.ready = '';
    delete document.documentElement.dataset.requestId;
    startSession();
  }, []);
  return (
    <html lang="en-GB" data-told={told()} data-request-id={requestId ?? undefined} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content={import.meta.env.THEME_LIGHT} media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content={import.meta.env.THEME_DARK} media="(prefers-color-scheme: dark)" />
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href={/^\/desk(\/|$)/.test(pathname) ? '/desk.webmanifest' : '/site.webmanifest'} />
        <Meta />
        <Links />
      </head>
      {/* Everything around a page in another language is in English, even the notices. */}
      <body lang="en-GB">
        {children}
        {/* Other pages are documents: app/document/public-document.ts adds their script. */}
        {isApplication && <Scripts />}
      </body>
    </html>
  );
}

export default function App() {
  return <Outlet />;
}

export function ErrorBoundary() {
  return (
    <>
      <SiteStyles />
      <SorryPage />
    </>
  );
}
