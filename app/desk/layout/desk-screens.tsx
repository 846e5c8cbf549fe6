import { isRouteErrorResponse, Outlet, useRouteError } from 'react-router';
import { BrandMark } from '#app/ui/brand-mark.tsx';
import { ErrorNumber } from '#app/ui/error-number.tsx';
import { site } from '#content/site.ts';
import { DeskStylesheet } from './desk-head.tsx';

/** A layout between the header and the screens, so that the header stays when a screen fails. */
export default function DeskScreens() {
  return <Outlet />;
}

export { ErrorScreen as ErrorBoundary };

/** Replaces a screen that failed. */
export function ErrorScreen() {
  const error = useRouteError();
  const status = isRouteErrorResponse(error) ? error.status : 500;
  const texts: Record<number, [string, string]> = {
    403: ['That is for owners', 'Your role does not allow it. Ask an owner of the desk.'],
    404: ['Not found', 'There is nothing at this address. If it was that of a submission, it has been erased.'],
  };
  const [title, text] = texts[status] ?? [
    'That did not work',
    'Something went wrong on our side. To see what you typed, go back in your browser. Try again in a moment.',
  ];
  return (
    <>
      <h1>{title}</h1>
      <p>{text}</p>
      <p>
        <a href="/desk">To the queue</a>
      </p>
      {status >= 500 && <ErrorNumber />}
    </>
  );
}

/** Replaces the whole layout where that failed: the header then has only a link back. */
export function ErrorLayout() {
  return (
    <>
      <DeskStylesheet />
      <header className="desk-header">
        <div className="container desk-header-row">
          <a href="/desk" className="brand">
            <BrandMark />
            {site.brand} desk
          </a>
        </div>
      </header>
      <main id="main" tabIndex={-1} className="container desk-main">
        <ErrorScreen />
      </main>
    </>
  );
}
