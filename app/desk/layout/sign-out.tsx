import { Form, redirect } from 'react-router';
import { sessionActs } from '#app/session/session.ts';
import { removeNoteDrafts } from '../note-draft.ts';
import type { Route } from './+types/sign-out.ts';
import { forgetPush } from './browser-push.ts';
import { deskServices, staffOf, withCookies } from './route-context.ts';

const signedOut = '/desk/sign-in?signed-out';

/** Signs out without JavaScript. */
export async function action({ context }: Route.ActionArgs) {
  const { auth, requestContext } = deskServices(context);
  const cookies = await auth.signOut(staffOf(context), requestContext);
  throw redirect(signedOut, { headers: withCookies(cookies) });
}

/** With JavaScript the app-wide session signs out, here and in every other tab. */
export async function clientAction(_: Route.ClientActionArgs) {
  const { error } = await sessionActs.signOut();
  if (error) return null;
  void forgetPush().catch(() => {});
  removeNoteDrafts();
  // A new document is loaded, so that nothing of the desk is left in the memory of this one.
  location.assign(signedOut);
  return null;
}

/** Signing out changes something, so a link does not do it. */
export function loader() {
  throw redirect('/desk');
}

/** React Router runs a clientAction only for routes that have a component. */
export default function SignOutRoute() {
  return null;
}

export function SignOut() {
  return (
    <Form method="post" action="/desk/sign-out">
      <button type="submit" className="button-link">
        Sign out
      </button>
    </Form>
  );
}
