import { csvHeaders, deskServices, fileResponse, staffOf } from '../layout/route-context.ts';
import type { Route } from './+types/list-csv-route.ts';
import { filterOf } from './inbox-filter.tsx';

/** GET /desk/list.csv with the inbox's query parameters: the whole list, streamed as it is read. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { desk, now } = deskServices(context);
  const filter = filterOf(new URL(request.url).searchParams);
  return fileResponse(request, csvHeaders('submissions', now()), () => streamOf(desk.csv(staffOf(context), filter)));
}

/** The list is read no faster than the browser downloads it. */
function streamOf(chunks: AsyncIterator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    pull: async (controller) => {
      const { value, done } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    cancel: async () => {
      await chunks.return?.();
    },
  });
}
