import { deskServices, fileAnswer, staffOf } from '../layout/route-context.ts';
import type { Route } from './+types/list-csv-route.ts';
import { filterOf } from './filter.ts';

/** GET /desk/list.csv with the inbox's own filters: the whole list, page after page, as it is read. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { desk, now } = deskServices(context);
  const filter = filterOf(new URL(request.url).searchParams);
  const day = new Date(now()).toISOString().slice(0, 10);
  const headers = {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="submissions-${day}.csv"`,
  };
  return fileAnswer(request, headers, () => streamOf(desk.csv(staffOf(context), filter)));
}

/** Read no faster than the browser takes it. */
function streamOf(parts: AsyncIterator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    pull: async (controller) => {
      const { value, done } = await parts.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    cancel: async () => {
      await parts.return?.();
    },
  });
}
