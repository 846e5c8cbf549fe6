import { isRouteErrorResponse, useRouteError } from 'react-router';
import { DeskStylesheet } from '../look/desk-stylesheet.tsx';

/** What stands in place of a screen that could not be shown. */
export function DeskTrouble() {
  const error = useRouteError();
  const status = isRouteErrorResponse(error) ? error.status : 500;
  const words: Record<number, [string, string]> = {
    403: ['That is for owners', 'Your role does not allow it. Ask an owner of the desk.'],
    404: ['Not found', 'There is nothing at this address. A submission that is not found was erased.'],
  };
  const [title, text] = words[status] ?? ['That did not work', 'Something went wrong on our side. Try again in a moment.'];
  return (
    <>
      <DeskStylesheet />
      <main id="main" tabIndex={-1} className="desk-main">
        <h1>{title}</h1>
        <p>{text}</p>
        <p>
          <a href="/desk">To the inbox</a>
        </p>
      </main>
    </>
  );
}
