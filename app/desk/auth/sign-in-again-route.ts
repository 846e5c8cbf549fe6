import { redirect } from 'react-router';
import { deskServices, withCookies } from '../layout/route-context.ts';
import type { Route } from './+types/sign-in-again-route.ts';

/** It is no page. */
export function loader() {
  throw redirect('/desk/sign-in');
}

/** Both steps of signing in at once, for the dialog over a page that stays as it is: 204, or 422 with a message as JSON. */
export async function action({ request, context }: Route.ActionArgs) {
  const { auth, requestContext } = deskServices(context);
  const given = await request.formData();
  const [email = '', password = '', code = ''] = ['email', 'password', 'code'].map((name) => String(given.get(name) ?? ''));
  const outcome = await auth.signInAgain({ email, password, code }, requestContext);
  if (outcome.kind !== 'signed in') return Response.json({ message: outcome.message }, { status: 422 });
  return new Response(null, { status: 204, headers: withCookies([...outcome.cookies, auth.hintCookie(true)]) });
}
