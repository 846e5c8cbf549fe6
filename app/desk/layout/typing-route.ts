import type { Route } from './+types/typing-route.ts';
import { deskServices, staffOf } from './route-context.ts';

/**
 * POST /desk/typing: somebody types on a page of the desk, on that of `claim` where it is given. As any request of a person it renews
 * the session.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const claim = (await request.formData()).get('claim');
  if (typeof claim === 'string' && claim !== '') deskServices(context).desk.typesAt(staffOf(context).id, claim);
  return new Response(null, { status: 204 });
}
