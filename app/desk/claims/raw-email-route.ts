import { data } from 'react-router';
import { allow, deskServices, isDataRequest, staffOf } from '../layout/route-context.ts';
import type { Route } from './+types/raw-email-route.ts';

/** GET /desk/emails/:id: an email as it came, to be saved. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { desk } = deskServices(context);
  const served = isDataRequest(request) ? null : await allow(desk.rawEmail(staffOf(context), request, params.id));
  if (!served) throw data(null, { status: 404 });
  return served;
}
