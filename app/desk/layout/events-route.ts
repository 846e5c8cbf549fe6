import type { Route } from './+types/events-route.ts';
import { deskServices, fileResponse, sessionIdContext, staffOf } from './route-context.ts';

/**
 * GET /desk/events: server-sent events `change`, `lookers`, `beat` every thirty seconds, and `over` when the session has ended.
 * `claim`: the one that the page shows.
 */
export function loader({ request, context }: Route.LoaderArgs) {
  const { desk, auth, requestContext } = deskServices(context);
  const staff = staffOf(context);
  const looksAt = new URL(request.url).searchParams.get('claim')?.slice(0, 64) ?? null;
  const { id, name } = staff;
  const owner = { session: context.get(sessionIdContext) ?? '', staff: id, name, address: requestContext.address, looksAt };
  if (!desk.hasRoomForEvents(owner)) return new Response(null, { status: 429, headers: { 'Retry-After': '30' } });
  const isSignedIn = async () => {
    const state = await auth.read(requestContext, { active: false });
    return state.kind === 'signed in' && state.staff.id === staff.id;
  };
  return fileResponse(request, { 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' }, () =>
    desk.events(owner, isSignedIn),
  );
}
