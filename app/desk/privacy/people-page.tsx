import { Form, Link } from 'react-router';
import { InboxList } from '../inbox/inbox-list.tsx';
import { deskTitle } from '../layout/desk-head.tsx';
import { allow, deskServices, staffOf } from '../layout/route-context.ts';
import type { Route } from './+types/people-page.ts';

export const meta: Route.MetaFunction = () => deskTitle('People');

export async function loader({ request, context }: Route.LoaderArgs) {
  const { desk, now } = deskServices(context);
  const staff = staffOf(context);
  const about = new URL(request.url).searchParams.get('about')?.trim() ?? '';
  const rows = about ? await allow(desk.findPerson(staff, about)) : [];
  const hasFiles = await allow(desk.hasFiles(staff, rows));
  return { about, rows, hasFiles, isOwner: staff.role === 'owner', now: now() };
}

export default function PeoplePage({ loaderData }: Route.ComponentProps) {
  const { about, rows, hasFiles, isOwner, now } = loaderData;
  const query = new URLSearchParams({ about });
  return (
    <>
      <h1>What we hold on a person</h1>
      <p>
        Anybody may ask what we hold on them, and ask us to erase it. Check who is asking first: call back on the number they gave
        us.
      </p>
      <Form method="get" role="search" className="search-form">
        <div className="field">
          <label htmlFor="about">Their email address or phone number, in full</label>
          <div className="input-row">
            <input id="about" name="about" className="input" defaultValue={about} key={about} required autoComplete="off" />
            <button type="submit" className="button button-primary">
              Find
            </button>
          </div>
        </div>
      </Form>
      {about && rows.length === 0 && (
        <div className="empty-state" role="status">
          <h2>Nothing is held</h2>
          <p>No submission came from this address or number.</p>
        </div>
      )}
      {rows.length > 0 && (
        <>
          <p role="status">{rows.length === 1 ? 'One submission.' : `${rows.length} submissions.`}</p>
          <InboxList rows={rows} now={now} label="Their submissions" />
          <p className="cluster">
            <a className="button button-quiet" href={`/desk/people/export?${query}&format=text`} download>
              Export to read
            </a>
            <a className="button button-quiet" href={`/desk/people/export?${query}&format=json`} download>
              Export as JSON
            </a>
            {hasFiles && (
              <a className="button button-quiet" href={`/desk/people/export?${query}&format=zip`} download>
                With the files (ZIP)
              </a>
            )}
            {isOwner && <Link to={`/desk/erase?${query}`}>Erase all of it…</Link>}
          </p>
        </>
      )}
    </>
  );
}
