import { ErrorNumber } from '#app/ui/error-number.tsx';
import { site } from '#content/site.ts';
import { openHours } from '#content/stated-hours.ts';

/** The page that is shown when rendering fails: the number to call, and no component that could fail as well. */
export function SorryPage() {
  return (
    <main className="container section">
      <title>{`Sorry | ${site.brand}`}</title>
      <h1>Sorry, this page did not work</h1>
      <p>
        Please call us on <a href={`tel:${site.helpline.tel}`}>{site.helpline.display}</a>, {openHours}, or{' '}
        <a href="/">start again from the homepage</a>.
      </p>
      <ErrorNumber />
    </main>
  );
}
