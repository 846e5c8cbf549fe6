import {
  type ActionFunctionArgs,
  data,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from 'react-router';
import { type Context, lentDesk, staffOf, withCookies } from '../frame/lent.ts';
import { deskTitle } from '../look/desk-meta.ts';
import { londonMoment } from '../look/times.ts';
import { ChangePassword, type PasswordOutcome } from './change-password.tsx';

export const meta = () => deskTitle('Your account');

export async function loader({ context }: LoaderFunctionArgs) {
  const { auth, ask } = lentDesk(context);
  const staff = staffOf(context);
  const visit = await auth.read(ask, { active: false });
  const here = visit.kind === 'nobody' ? null : visit.session.id;
  const sessions = await auth.sessions(staff);
  return {
    staff,
    sessions: sessions.map(({ id, createdAt, lastUsedAt, address, browser }) => ({
      ...{ id, createdAt, lastUsedAt, address, browser },
      isHere: id === here,
    })),
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { auth } = lentDesk(context);
  const given = await request.formData();
  if (given.has('old')) return changePassword(context, given);
  const id = given.get('session');
  await auth.endSessions(staffOf(context), typeof id === 'string' ? id : null);
  if (typeof id === 'string') return null;
  throw redirect('/desk/sign-in?signed-out', { headers: withCookies([auth.hint(false)]) });
}

async function changePassword(context: Context, given: FormData) {
  const { auth, ask } = lentDesk(context);
  const asked = { old: String(given.get('old')), new: String(given.get('new') ?? '') };
  const { cookies, ...outcome } = await auth.changePassword(staffOf(context), asked, ask);
  return data<PasswordOutcome>(outcome, { status: outcome.kind === 'changed' ? 200 : 422, headers: withCookies(cookies) });
}

export default function AccountPage() {
  const { staff, sessions } = useLoaderData<typeof loader>();
  const outcome = useActionData<PasswordOutcome>();
  return (
    <>
      <h1>Your account</h1>
      <section className="panel">
        <dl className="facts">
          <div>
            <dt>Name</dt>
            <dd>{staff.name}</dd>
          </div>
          <div>
            <dt>Email</dt>
            <dd>{staff.email}</dd>
          </div>
          <div>
            <dt>Role</dt>
            <dd>{staff.role === 'owner' ? 'Owner' : 'Handler'}</dd>
          </div>
        </dl>
      </section>
      <section className="panel stack" aria-labelledby="sessions">
        <h2 id="sessions">Where you are signed in</h2>
        <p className="quiet">A session ends after half an hour without use, and after eight hours whatever happens.</p>
        <ul className="letters">
          {sessions.map(({ id, createdAt, lastUsedAt, address, browser, isHere }) => (
            <li key={id}>
              <p className="row">
                <strong>{isHere ? 'This browser' : (address ?? 'Unknown address')}</strong>
                {isHere && <span className="badge">{address ?? 'here'}</span>}
              </p>
              <p className="quiet">
                Since {londonMoment(createdAt)}, last used {londonMoment(lastUsedAt)}. {browser}
              </p>
              {!isHere && (
                <Form method="post">
                  <input type="hidden" name="session" value={id} />
                  <button type="submit" className="button-link">
                    End this session
                  </button>
                </Form>
              )}
            </li>
          ))}
        </ul>
        <Form method="post" reloadDocument>
          <button type="submit" className="button button-quiet">
            Sign out everywhere
          </button>
        </Form>
      </section>
      <ChangePassword outcome={outcome} />
    </>
  );
}
