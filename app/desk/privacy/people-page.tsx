import type { ReactNode } from 'react';
import { Form, Link } from 'react-router';
import { Labelled } from '#app/ui/labelled.tsx';
import { SubmitButton } from '#app/ui/submit-button.tsx';
import { notSearched } from '#forms/subject-access.ts';
import { InboxList } from '../inbox/inbox-list.tsx';
import { deskTitle } from '../layout/desk-head.tsx';
import { allow, type Context, deskServices, staffOf } from '../layout/route-context.ts';
import type { Route } from './+types/people-page.ts';

export const meta: Route.MetaFunction = () => deskTitle('People');

/** A bookmark of an earlier version may name a person. */
export async function loader({ request, context }: Route.LoaderArgs) {
  return find(context, new URL(request.url).searchParams.get('about'));
}

/** The search is a post, so that no address, history or log contains whom somebody looked for. */
export async function action({ request, context }: Route.ActionArgs) {
  return find(context, (await request.formData()).get('about'));
}

async function find(context: Context, given: FormDataEntryValue | null) {
  const { desk, now } = deskServices(context);
  const staff = staffOf(context);
  const about = String(given ?? '').trim();
  const rows = about ? await allow(desk.findPerson(staff, about)) : [];
  const hasFiles = await allow(desk.hasFiles(staff, rows));
  return { about, rows, hasFiles, isOwner: staff.role === 'owner', now: now() };
}

export default function PeoplePage({ loaderData, actionData }: Route.ComponentProps) {
  const { about, rows, hasFiles, isOwner, now } = actionData ?? loaderData;
  return (
    <>
      <h1>What we hold on a person</h1>
      <p>
        Anybody may ask what we hold on them, and ask us to erase it. Check who is asking first: call back on the number they gave
        us.
      </p>
      <Form method="post" role="search" aria-label="A person" className="search-form">
        <Labelled id="about" label="Their email address or phone number, in full">
          <div className="input-row">
            <input id="about" name="about" className="input" defaultValue={about} key={about} required autoComplete="off" />
            <SubmitButton className="button button-primary">Find</SubmitButton>
          </div>
        </Labelled>
      </Form>
      {about && rows.length === 0 && (
        <div className="empty-state" role="status">
          <h2>No form was sent from this address or number</h2>
          <p>That is not the whole answer.</p>
        </div>
      )}
      {rows.length > 0 && (
        <>
          <p role="status">{rows.length === 1 ? 'One submission.' : `${rows.length} submissions.`}</p>
          <InboxList rows={rows} now={now} label="Their submissions" />
          <div className="cluster">
            <form method="post" action="/desk/people/export" className="cluster">
              <input type="hidden" name="about" value={about} />
              <ExportButton format="text">Export to read</ExportButton>
              <ExportButton format="json">Export as JSON</ExportButton>
              {hasFiles && <ExportButton format="zip">With the files (ZIP)</ExportButton>}
            </form>
            {isOwner && (
              <Form method="post" action="/desk/erase">
                <SubmitButton name="about" value={about} className="button button-quiet">
                  Erase all of it…
                </SubmitButton>
              </Form>
            )}
          </div>
        </>
      )}
      {about && <NotSearched />}
    </>
  );
}

/** Where else to look before somebody is told what we hold. */
function NotSearched() {
  return (
    <section className="callout stack" aria-labelledby="not-searched">
      <h2 id="not-searched">Look further before you answer</h2>
      <p>
        Search <Link to="/desk/all">All claims</Link> for the name and the registration, and look into{' '}
        <Link to="/desk/unsorted">Unsorted emails</Link>. This search and its exports know the exact address or number of who sent
        a form. They leave out:
      </p>
      <ul className="list">
        {notSearched.map((place) => (
          <li key={place}>{place}</li>
        ))}
      </ul>
    </section>
  );
}

function ExportButton({ format, children }: { format: string; children: ReactNode }) {
  return (
    <button type="submit" name="format" value={format} className="button button-quiet">
      {children}
    </button>
  );
}
