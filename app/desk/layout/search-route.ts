import type { Route } from './+types/search-route.ts';
import { allow, deskServices, staffOf } from './route-context.ts';

/** The first rows of what somebody types into the search. It is a post, so that no address or log has it. */
export async function action({ request, context }: Route.ActionArgs) {
  const text = String((await request.formData()).get('q') ?? '').slice(0, 200);
  const rows = await allow(deskServices(context).desk.searchFirst(staffOf(context), text));
  return Response.json(rows, { headers: { 'Cache-Control': 'no-store' } });
}
