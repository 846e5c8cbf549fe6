import {
  type ActionFunctionArgs,
  data,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useNavigation,
} from 'react-router';
import type { Enrolment } from '#server/auth/second-factor.ts';
import { type Context, lentDesk, withCookies } from '../frame/lent.ts';
import { deskTitle } from '../look/desk-meta.ts';
import { Problem } from '../look/problem.tsx';
import { TextField } from '../look/text-field.tsx';

export const meta = () => deskTitle('Your authenticator app');

type State = { enrolment: Enrolment | null; words: string | null };

export async function loader({ context }: LoaderFunctionArgs) {
  await enrolling(context);
  return null;
}

/** First the password, then the code that proves that the app was set up. */
export async function action({ request, context }: ActionFunctionArgs) {
  const staff = await enrolling(context);
  const { auth, ask } = lentDesk(context);
  const given = await request.formData();
  const text = (name: string) => String(given.get(name) ?? '');
  if (!given.has('code')) {
    const outcome = await auth.secondFactor.begin(staff, { password: text('password') }, ask);
    if (outcome.kind === 'begun') return data<State>({ enrolment: outcome.enrolment, words: null });
    return data<State>({ enrolment: null, words: outcome.words }, { status: 422 });
  }
  const outcome = await auth.secondFactor.confirm(staff, { sealed: text('enrolment'), code: text('code') }, ask);
  if (outcome.kind === 'set up') throw redirect('/desk', { headers: withCookies([...outcome.cookies, auth.hint(true)]) });
  // The same QR code is drawn again from what the form brought back: the app may have it already.
  return data<State>({ enrolment: outcome.enrolment, words: outcome.words }, { status: 422 });
}

/** Who is in with a password and has no second factor yet; everybody else is sent where they belong. */
async function enrolling(context: Context) {
  const { auth, ask } = lentDesk(context);
  const visit = await auth.read(ask, { active: true });
  if (visit.kind === 'enrol') return visit.staff;
  throw redirect(visit.kind === 'staff' ? '/desk' : '/desk/sign-in');
}

export default function SecondFactorPage() {
  const state = useActionData<State>();
  const busy = useNavigation().state !== 'idle';
  if (!state?.enrolment) {
    return (
      <>
        <h1>Set up your authenticator app</h1>
        <p>
          The desk holds people's names, injuries and addresses, so a password is not enough. You need an app such as Google
          Authenticator, Microsoft Authenticator or 1Password.
        </p>
        <Problem words={state?.words} />
        <Form method="post" className="stack">
          <TextField label="Your password, once more" name="password" type="password" autoComplete="current-password" required />
          <button type="submit" className="button" disabled={busy}>
            Set up
          </button>
        </Form>
      </>
    );
  }
  const { sealed, uri, qrSvg, key, recoveryCodes } = state.enrolment;
  return (
    <>
      <h1>Set up your authenticator app</h1>
      <Problem words={state.words} />
      <ol className="steps">
        <li>
          <h2>Scan this with the app</h2>
          <img className="qr" alt="QR code for your authenticator app" src={`data:image/svg+xml,${encodeURIComponent(qrSvg)}`} />
          <p>
            On this phone? <a href={uri}>Open the app</a>, or type this key: <code className="key">{key}</code>
          </p>
        </li>
        <li>
          <h2>Keep these recovery codes</h2>
          <p>Each lets you in once if your phone is lost. They are shown only now: print them or write them down.</p>
          <ul className="codes">
            {recoveryCodes.map((code) => (
              <li key={code}>
                <code>{code}</code>
              </li>
            ))}
          </ul>
        </li>
        <li>
          <h2>Type the code the app shows</h2>
          <Form method="post" className="stack">
            <input type="hidden" name="enrolment" value={sealed} />
            <TextField
              label="Six digits"
              name="code"
              inputMode="numeric"
              autoComplete="one-time-code"
              pattern="[0-9 ]*"
              maxLength={8}
              required
            />
            <button type="submit" className="button" disabled={busy}>
              I have kept the recovery codes: finish
            </button>
          </Form>
        </li>
      </ol>
    </>
  );
}
