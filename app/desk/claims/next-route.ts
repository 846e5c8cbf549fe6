import { redirect } from 'react-router';
import { allow, deskServices, staffOf } from '../layout/route-context.ts';
import type { Route } from './+types/next-route.ts';

/** Opens the first claim of the queue that no colleague is calling about, past the one that was left; the queue where there is none. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { desk, now } = deskServices(context);
  const staff = staffOf(context);
  const after = new URL(request.url).searchParams.get('after');
  const rows = await allow(desk.queue(staff, { own: true }));
  const row = rows.find(
    ({ id, band, next }) =>
      id !== after && band !== 'later' && !(next?.calling && next.calling.id !== staff.id && next.calling.until > now()),
  );
  throw redirect(row ? `/desk/submissions/${row.id}` : '/desk');
}
