import { allow, csvHeaders, deskServices, fileResponse, isDataRequest, staffOf } from '../layout/route-context.ts';
import type { Route } from './+types/responses-csv-route.ts';
import { groupingOf } from './responses-query.ts';

/** GET /desk/responses.csv: the report of response times, grouped as its page is. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { desk, now } = deskServices(context);
  const by = groupingOf(new URL(request.url).searchParams);
  const isRead = request.method === 'GET' && !isDataRequest(request);
  const csv = isRead ? await allow(desk.slaReportCsv(staffOf(context), by)) : '';
  return fileResponse(request, csvHeaders(`responses-by-${by}`, now()), () => csv);
}
