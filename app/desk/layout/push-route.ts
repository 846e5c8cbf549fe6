import { data } from 'react-router';
import type { Route } from './+types/push-route.ts';
import { type Context, deskServices, sessionIdContext, staffOf } from './route-context.ts';

/** GET /desk/push: the key with which a browser asks its push service for an address. */
export async function loader({ context }: Route.LoaderArgs) {
  const publicKey = await deskServices(context).push.publicKey();
  return Response.json({ publicKey }, { headers: { 'Cache-Control': 'no-store' } });
}

/**
 * POST /desk/push from a script of the desk: `on` has this browser told at an address; `renew` says that it goes on in this session, 404
 * where it is told no longer; `off` ends it.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const given = await request.formData();
  const text = (name: string) => String(given.get(name) ?? '');
  const { push, requestContext } = deskServices(context);
  const asking = askingOf(context);
  const endpoint = text('endpoint');
  const act = text('act');
  if (act === 'off') await push.removeBrowser(asking.staff, { endpoint });
  else if (act === 'renew') {
    if (!(await push.renewBrowser(asking, endpoint))) throw data(null, { status: 404 });
  } else {
    const target = { endpoint, p256dh: text('p256dh'), auth: text('auth') };
    const isTold = act === 'on' && (await push.addBrowser(asking, target, requestContext.browser));
    if (!isTold) throw data(null, { status: 422 });
  }
  return new Response(null, { status: 204 });
}

/** Who asks for push messages, and in which session. */
export function askingOf(context: Context) {
  return { staff: staffOf(context), sessionId: context.get(sessionIdContext) ?? '' };
}
