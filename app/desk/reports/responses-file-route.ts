import { listFile } from '../layout/list-downloads.tsx';
import { deskServices } from '../layout/route-context.ts';
import type { Route } from './+types/responses-file-route.ts';
import { groupingOf } from './responses-query.ts';

/** GET /desk/responses.csv and .xlsx: the report of response times, grouped as its page is. */
export function loader(args: Route.LoaderArgs) {
  const { desk } = deskServices(args.context);
  const by = groupingOf(new URL(args.request.url).searchParams);
  return listFile(args, `responses-by-${by}`, (staff, format) => desk.slaReportFile(staff, by, format));
}
