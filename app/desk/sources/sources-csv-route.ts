import { allow, csvHeaders, deskServices, fileResponse, isDataRequest, staffOf } from '../layout/route-context.ts';
import type { Route } from './+types/sources-csv-route.ts';

/** GET /desk/sources.csv: claims by week and source. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { desk, now } = deskServices(context);
  const isRead = request.method === 'GET' && !isDataRequest(request);
  const csv = isRead ? await allow(desk.sources.csv(staffOf(context))) : '';
  return fileResponse(request, csvHeaders('sources', now()), () => csv);
}
