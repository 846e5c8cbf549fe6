import { data } from 'react-router';
import { allow, deskServices, fileResponse, staffOf } from '../layout/route-context.ts';
import type { Route } from './+types/evidence-zip-route.ts';

/** GET /desk/submissions/:id/evidence.zip, streamed. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { desk } = deskServices(context);
  const zip = await allow(desk.evidence.zip(staffOf(context), params.id));
  if (!zip) throw data(null, { status: 404 });
  const headers = {
    'Content-Type': 'application/zip',
    'Content-Length': String(zip.length),
    'Content-Disposition': `attachment; filename="evidence-${zip.reference}.zip"`,
  };
  return fileResponse(request, headers, () => zip.stream);
}
