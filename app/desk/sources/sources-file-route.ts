import { listFile } from '../layout/list-downloads.tsx';
import { deskServices } from '../layout/route-context.ts';
import type { Route } from './+types/sources-file-route.ts';

/** GET /desk/sources.csv and .xlsx: claims by week and source. */
export function loader(args: Route.LoaderArgs) {
  return listFile(args, 'sources', deskServices(args.context).desk.sources.file);
}
