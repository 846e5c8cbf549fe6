import { londonDate } from '#forms/london-day.ts';
import { allow, deskServices, fileResponse, isDataRequest, staffOf } from '../layout/route-context.ts';
import type { Route } from './+types/sources-csv-route.ts';

/** GET /desk/sources.csv: claims by week and source. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { desk, now } = deskServices(context);
  const isRead = request.method === 'GET' && !isDataRequest(request);
  const csv = isRead ? await allow(desk.sources.csv(staffOf(context))) : '';
  const date = new Date(londonDate(now())).toISOString().slice(0, 10);
  const headers = {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="sources-${date}.csv"`,
  };
  return fileResponse(request, headers, () => csv);
}
