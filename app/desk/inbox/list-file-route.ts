import { filterOf } from '../claims/inbox-filter.tsx';
import { listFile } from '../layout/list-downloads.tsx';
import { deskServices } from '../layout/route-context.ts';
import type { Route } from './+types/list-file-route.ts';

/** GET /desk/list.csv and .xlsx with the inbox's query parameters: the whole list, streamed as it is read. */
export function loader(args: Route.LoaderArgs) {
  const { desk } = deskServices(args.context);
  const filter = filterOf(new URL(args.request.url).searchParams);
  return listFile(args, 'submissions', (staff, format) => desk.listFile(staff, filter, format));
}
