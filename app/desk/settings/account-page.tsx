import { data, Link, redirect } from 'react-router';
import { Problem } from '#app/desk/problem.tsx';
import type { PasswordChange } from '#server/staff/passwords.ts';
import { deskTitle } from '../layout/desk-head.tsx';
import { type Context, deskServices, sessionIdContext, staffContext, staffOf, withCookies } from '../layout/route-context.ts';
import type { Route } from './+types/account-page.ts';
import { ChangePassword } from './change-password.tsx';
import { ChangeProfile, type ProfileOutcome } from './change-profile.tsx';
import { Sessions } from './sessions.tsx';

export const meta: Route.MetaFunction = () => deskTitle('Your account');

type Outcome = { profile?: ProfileOutcome; password?: PasswordChange; message?: string };

export async function loader({ context }: Route.LoaderArgs) {
  const staff = staffOf(context);
  const here = context.get(sessionIdContext);
  const sessions = await deskServices(context).auth.sessions(staff);
  return {
    staff,
    sessions: sessions.map(({ id, createdAt, lastUsedAt, address, browser }) => ({
      ...{ id, createdAt, lastUsedAt, address, browser },
      isHere: id === here,
    })),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const given = await request.formData();
  const text = (name: string) => String(given.get(name) ?? '');
  const act = text('act');
  if (act === 'name' || act === 'email') return changeProfile(context, act, text);
  if (act === 'password') return changePassword(context, text);
  const { auth } = deskServices(context);
  if (act === 'end session') {
    await auth.endSessions(staffOf(context), text('session'));
    return data<Outcome>({});
  }
  if (act !== 'end all sessions') return data<Outcome>({ message: 'Nothing was chosen.' }, { status: 422 });
  await auth.endSessions(staffOf(context), null);
  throw redirect('/desk/sign-in?signed-out', { headers: withCookies([auth.hintCookie(false)]) });
}

async function changeProfile(context: Context, of: 'name' | 'email', text: (name: string) => string) {
  const { auth, requestContext } = deskServices(context);
  const staff = staffOf(context);
  const given = { email: text('email'), password: text('password'), code: text('code') };
  const outcome = await (of === 'name' ? auth.changeName(staff, text('name')) : auth.changeEmail(staff, given, requestContext));
  // The loader of the same response reads it from here.
  if (outcome.kind === 'changed') context.set(staffContext, outcome.staff);
  const profile = { ...outcome, of, typed: text(of) };
  return data<Outcome>({ profile }, { status: outcome.kind === 'changed' ? 200 : 422 });
}

async function changePassword(context: Context, text: (name: string) => string) {
  const { auth, requestContext } = deskServices(context);
  const { cookies, ...password } = await auth.changePassword(
    staffOf(context),
    { old: text('old'), new: text('new') },
    requestContext,
  );
  return data<Outcome>({ password }, { status: password.kind === 'changed' ? 200 : 422, headers: withCookies(cookies) });
}

export default function AccountPage({ loaderData, actionData: outcome }: Route.ComponentProps) {
  const { staff, sessions } = loaderData;
  return (
    <>
      <h1>Your account</h1>
      <Problem message={outcome?.message} />
      <ChangeProfile staff={staff} outcome={outcome?.profile} />
      <ChangePassword outcome={outcome?.password} />
      <section className="card stack" aria-labelledby="second-factor">
        <h2 id="second-factor">Your authenticator app</h2>
        <p>
          <Link to="/desk/account/authenticator">Move it to another phone</Link>
        </p>
        <p>
          <Link to="/desk/account/recovery-codes">Make new recovery codes</Link>
        </p>
      </section>
      <Sessions sessions={sessions} />
    </>
  );
}
