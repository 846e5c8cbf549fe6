import { data } from 'react-router';
import { allow, deskServices, fileResponse, staffOf } from '../layout/route-context.ts';
import type { Route } from './+types/export-route.ts';

/** GET /desk/people/export?about=…&format=json|text|zip: everything that is held about a person, as a file; the ZIP is streamed. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const about = query.get('about')?.trim();
  if (!about) throw data(null, { status: 404 });
  const { desk } = deskServices(context);
  if (query.get('format') === 'zip') {
    const zip = await allow(desk.exportPersonWithFiles(staffOf(context), about));
    const headers = { 'Content-Type': 'application/zip', 'Content-Length': String(zip.length), ...asDownload(zip.fileName) };
    return fileResponse(request, headers, () => zip.stream);
  }
  const format = query.get('format') === 'json' ? 'json' : 'text';
  const file = await allow(desk.exportPerson(staffOf(context), about, format));
  const headers = { 'Content-Type': file.contentType, ...asDownload(file.fileName) };
  return fileResponse(request, headers, () => file.body);
}

function asDownload(fileName: string): Record<string, string> {
  return { 'Content-Disposition': `attachment; filename="${fileName}"` };
}
