import { data } from 'react-router';
import { sessionActs } from '#app/session/session.ts';
import { sessionChanged } from '#app/session/session-calls.ts';
import { notices } from '#forms/errors.ts';
import { deskServices, withCookies } from '../layout/route-context.ts';
import type { Route } from './+types/sign-in-again-route.ts';

/** Both steps of signing in at once, for the dialog over a page that stays as it is. */
export async function action({ request, context }: Route.ActionArgs) {
  const { auth, requestContext } = deskServices(context);
  const given = await request.formData();
  const [email = '', password = '', code = ''] = ['email', 'password', 'code'].map((name) => String(given.get(name) ?? ''));
  const outcome = await auth.signInAgain({ email, password, code }, requestContext);
  if (outcome.kind !== 'signed in') return refuse(outcome.message, 422);
  return data(null, { headers: withCookies([...outcome.cookies, auth.hintCookie(true)]) });
}

/** A passkey is both factors, and a matter of the browser. Where no answer of ours comes, the page stays too. */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const given = await request.clone().formData();
  const { fallback } = notices.signInFailed;
  if (given.has('passkey')) {
    const error = await sessionActs.signInByPasskey(String(given.get('email')));
    return error && refuse(error.message || fallback, 422);
  }
  const refused = await serverAction().catch(() => refuse(fallback, 503));
  if (!refused) await sessionChanged();
  return refused;
}

/** After another status the router would load the page again, without a session. */
const refuse = (message: string, status: 422 | 503) => data({ message }, { status });
