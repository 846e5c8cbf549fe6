import { londonDate } from '#forms/london-day.ts';
import { allow, deskServices, fileResponse, isDataRequest, staffOf } from '../layout/route-context.ts';
import type { Route } from './+types/responses-csv-route.ts';
import { groupingOf } from './responses-query.ts';

/** GET /desk/responses.csv: the report of response times, grouped as its page is. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { desk, now } = deskServices(context);
  const by = groupingOf(new URL(request.url).searchParams);
  const isRead = request.method === 'GET' && !isDataRequest(request);
  const csv = isRead ? await allow(desk.slaReportCsv(staffOf(context), by)) : '';
  const date = new Date(londonDate(now())).toISOString().slice(0, 10);
  const headers = {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="responses-by-${by}-${date}.csv"`,
  };
  return fileResponse(request, headers, () => csv);
}
