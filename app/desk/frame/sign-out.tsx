import { type ActionFunctionArgs, type ClientActionFunctionArgs, Form, redirect } from 'react-router';
import { sessionActs } from '#app/session/use-session.ts';
import { forgetNoteDrafts } from '../submission/note-draft.ts';
import { lentDesk, staffOf, withCookies } from './lent.ts';

const door = '/desk/sign-in?signed-out';

/** Without scripts. */
export async function action({ context }: ActionFunctionArgs) {
  const { auth, ask } = lentDesk(context);
  const cookies = await auth.signOut(staffOf(context), ask);
  throw redirect(door, { headers: withCookies(cookies) });
}

/** With scripts: the app-wide session signs out, here and in every other tab. */
export async function clientAction(_: ClientActionFunctionArgs) {
  const { error } = await sessionActs.signOut();
  if (error) return null;
  forgetNoteDrafts();
  // A whole new page: nothing of the desk is left in this one's memory.
  location.assign(door);
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
