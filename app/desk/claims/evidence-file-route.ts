import { data, redirect } from 'react-router';
import { allow, deskServices, isDataRequest, staffOf } from '../layout/route-context.ts';
import type { Route } from './+types/evidence-file-route.ts';

/**
 * POST /desk/evidence/:id/removed: removes an infected file. `preview`: makes a preview that is missing. `taken-back` and `put-back`: a file
 * that staff added.
 */
export async function action({ params, context }: Route.ActionArgs) {
  const { evidence } = deskServices(context).desk;
  const actions = {
    removed: evidence.removeInfected,
    preview: evidence.askForPreview,
    'taken-back': evidence.takeBack,
    'put-back': evidence.putBack,
  };
  const perform = Object.entries(actions).find(([name]) => name === params.version)?.[1];
  const item = perform && (await allow(perform(staffOf(context), params.id)));
  if (!item) throw data(null, { status: 404 });
  return redirect(`/desk/submissions/${item.submissionId}`);
}

/** GET /desk/evidence/:id/:version: a preview, or the original, to be shown or to be saved. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { desk } = deskServices(context);
  const served = isDataRequest(request) ? null : await allow(desk.evidence.serve(staffOf(context), request, params));
  if (!served) throw data(null, { status: 404 });
  return served;
}
