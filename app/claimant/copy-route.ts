import { data } from 'react-router';
import { claimantContext } from '#app/context/context.ts';
import type { Route } from './+types/copy-route.ts';

/** A copy of what is held about the claim, as a file. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { pathname, searchParams } = new URL(request.url);
  const format = searchParams.get('format') === 'json' ? 'json' : 'text';
  const copy = await context.get(claimantContext)?.copy(request.headers.get('cookie'), format);
  if (!copy || pathname.endsWith('.data')) throw data(null, { status: 404 });
  const headers = { 'Content-Type': copy.contentType, 'Content-Disposition': `attachment; filename="${copy.fileName}"` };
  return new Response(request.method === 'HEAD' ? null : copy.body, { headers });
}
