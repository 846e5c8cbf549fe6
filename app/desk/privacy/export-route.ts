import { data } from 'react-router';
import { allow, deskServices, fileResponse, staffOf } from '../layout/route-context.ts';
import type { Route } from './+types/export-route.ts';

/** GET /desk/people/export?about=…&format=json|text: everything that is held about a person, as a file. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const about = query.get('about')?.trim();
  if (!about) throw data(null, { status: 404 });
  const format = query.get('format') === 'json' ? 'json' : 'text';
  const file = await allow(deskServices(context).desk.exportPerson(staffOf(context), about, format));
  const headers = { 'Content-Type': file.contentType, 'Content-Disposition': `attachment; filename="${file.fileName}"` };
  return fileResponse(request, headers, () => file.body);
}
