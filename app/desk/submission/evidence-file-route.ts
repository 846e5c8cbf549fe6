import { data } from 'react-router';
import { allow, deskServices, isDataRequest, staffOf } from '../layout/route-context.ts';
import type { Route } from './+types/evidence-file-route.ts';

/** GET /desk/evidence/:id/:version: a preview, or the original, to be shown or to be saved. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { desk } = deskServices(context);
  const served = isDataRequest(request) ? null : await allow(desk.evidence.serve(staffOf(context), request, params));
  if (!served) throw data(null, { status: 404 });
  return served;
}
