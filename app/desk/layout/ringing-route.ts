import type { Route } from './+types/ringing-route.ts';
import { allow, deskServices, staffOf } from './route-context.ts';

/** GET /desk/ringing: who waits by a target of minutes or two hours. The open desk asks by itself, which is no activity of a person. */
export async function loader({ context }: Route.LoaderArgs) {
  const { desk, now } = deskServices(context);
  const ringing = await allow(desk.ringing(staffOf(context)));
  return Response.json({ now: now(), ringing }, { headers: { 'Cache-Control': 'no-store' } });
}
