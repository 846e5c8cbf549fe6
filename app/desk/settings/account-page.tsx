import { data, Form, Link, redirect } from 'react-router';
import { servicesContext } from '#app/context/context.ts';
import { Problem } from '#app/ui/problem-message.tsx';
import { SubmitButton } from '#app/ui/submit-button.tsx';
import { shortLondonMoment } from '#forms/london-day.ts';
import type { AwayOutcome } from '#server/people/staff/away.ts';
import type { RemovePasskeyOutcome } from '#server/people/staff/passkeys.ts';
import type { PasswordChange } from '#server/people/staff/passwords.ts';
import { deskTitle } from '../layout/desk-head.tsx';
import { askingOf } from '../layout/push-route.ts';
import {
  allow,
  type Context,
  deskServices,
  sessionIdContext,
  staffContext,
  staffOf,
  withCookies,
} from '../layout/route-context.ts';
import { startOfLondonDay } from '../times.ts';
import type { Route } from './+types/account-page.ts';
import { ChangePassword, ChangeProfile, type ProfileOutcome } from './account-forms.tsx';
import { AwaySetting } from './away-setting.tsx';
import { KeysSetting } from './keys-setting.tsx';
import { Passkeys } from './passkeys-section.tsx';
import { runPushAct } from './push-acts.ts';
import { type PushOutcome, PushSetting } from './push-setting.tsx';
import { SoundSetting } from './sound-setting.tsx';

export const meta: Route.MetaFunction = () => deskTitle('Your account');

type Outcome = {
  profile?: ProfileOutcome;
  password?: PasswordChange;
  passkey?: RemovePasskeyOutcome & { id: string };
  away?: AwayOutcome;
  push?: PushOutcome;
  message?: string;
};

export async function loader({ context }: Route.LoaderArgs) {
  const staff = staffOf(context);
  const here = context.get(sessionIdContext);
  const { auth, desk, push } = deskServices(context);
  const sessions = await auth.sessions(staff);
  return {
    staff,
    away: await desk.away(staff),
    push: {
      isOffered: context.get(servicesContext).serviceWorker,
      browsers: await push.listBrowsers(askingOf(context)),
      quiet: await push.quietHours(staff.id),
    },
    colleagues: (await desk.assignees(staff)).filter(({ hasLeft }) => !hasLeft),
    passkeys: await auth.passkeys.list(staff),
    sessions: sessions.map(({ id, createdAt, lastUsedAt, address, browser }) => ({
      id,
      createdAt,
      lastUsedAt,
      address,
      browser,
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
  if (act === 'remove passkey') return removePasskey(context, text);
  if (act === 'away' || act === 'back') return setAway(context, act, text);
  const { auth } = deskServices(context);
  if (act === 'end session') {
    await auth.endSessions(staffOf(context), text('session'));
    return data<Outcome>({});
  }
  const push = await runPushAct(context, text);
  if (push) return data<Outcome>({ push }, { status: push.kind === 'done' ? 200 : 422 });
  if (act !== 'end all sessions') return data<Outcome>({ message: 'Nothing was chosen.' }, { status: 422 });
  await auth.endSessions(staffOf(context), null);
  throw redirect('/desk/sign-in?signed-out', { headers: withCookies([auth.hintCookie(false)]) });
}

async function changeProfile(context: Context, of: 'name' | 'email', text: (name: string) => string) {
  const { auth, requestContext } = deskServices(context);
  const staff = staffOf(context);
  const given = { email: text('email'), password: text('password'), code: text('code') };
  const outcome = await (of === 'name' ? auth.changeName(staff, text('name')) : auth.changeEmail(staff, given, requestContext));
  // The loader that runs for the same response reads the changed account from the context.
  if (outcome.kind === 'changed') context.set(staffContext, outcome.staff);
  const profile = { ...outcome, of, typed: text(of) };
  return data<Outcome>({ profile }, { status: outcome.kind === 'changed' ? 200 : 422 });
}

async function setAway(context: Context, act: 'away' | 'back', text: (name: string) => string) {
  const staff = staffOf(context);
  const until = act === 'back' ? null : (startOfLondonDay(text('back')) ?? 0);
  const away = await allow(
    deskServices(context).desk.setAway(staff, { who: text('who') || staff.id, until, cover: text('cover') }),
  );
  return data<Outcome>({ away }, { status: away.kind === 'done' ? 200 : 422 });
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

async function removePasskey(context: Context, text: (name: string) => string) {
  const { auth, requestContext } = deskServices(context);
  const given = { id: text('passkey'), password: text('password'), code: text('code') };
  const outcome = await auth.passkeys.remove(staffOf(context), given, requestContext);
  const passkey = { ...outcome, id: given.id };
  return data<Outcome>({ passkey }, { status: outcome.kind === 'removed' ? 200 : 422 });
}

export default function AccountPage({ loaderData, actionData: outcome }: Route.ComponentProps) {
  const { staff, sessions, passkeys, away, push, colleagues } = loaderData;
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
      <Passkeys passkeys={passkeys} outcome={outcome?.passkey} />
      <AwaySetting staff={staff} colleagues={colleagues} away={away} outcome={outcome?.away} />
      <KeysSetting />
      <PushSetting {...push} staffId={staff.id} outcome={outcome?.push} />
      <SoundSetting staffId={staff.id} />
      <Sessions sessions={sessions} />
    </>
  );
}

type Session = {
  id: string;
  createdAt: number;
  lastUsedAt: number;
  address: string | null;
  browser: string | null;
  isHere: boolean;
};

/** The sessions of the staff member who is signed in, to end one or all. */
function Sessions({ sessions }: { sessions: Session[] }) {
  return (
    <section className="card stack" aria-labelledby="sessions">
      <h2 id="sessions">Where you are signed in</h2>
      <p className="muted">A session ends after half an hour without use, and after eight hours whatever happens.</p>
      <ul className="list">
        {sessions.map(({ id, createdAt, lastUsedAt, address, browser, isHere }) => (
          <li key={id}>
            <p className="cluster">
              <strong>{isHere ? 'This browser' : (address ?? 'Unknown address')}</strong>
              {isHere && <span className="badge">{address ?? 'here'}</span>}
            </p>
            <p className="muted">
              Since {shortLondonMoment(createdAt)}, last used {shortLondonMoment(lastUsedAt)}. {browser}
            </p>
            {!isHere && (
              <Form method="post">
                <input type="hidden" name="act" value="end session" />
                <input type="hidden" name="session" value={id} />
                <SubmitButton className="button-link">End this session</SubmitButton>
              </Form>
            )}
          </li>
        ))}
      </ul>
      <Form method="post" reloadDocument>
        <input type="hidden" name="act" value="end all sessions" />
        <SubmitButton className="button button-quiet">Sign out everywhere</SubmitButton>
      </Form>
    </section>
  );
}
