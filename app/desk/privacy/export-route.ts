import { data } from 'react-router';
import { allow, type Context, deskServices, fileResponse, staffOf } from '../layout/route-context.ts';
import type { Route } from './+types/export-route.ts';

/** POST /desk/people/export `about`, `format` json, text or zip: everything that is held about a person, as a file; the ZIP is streamed. */
export async function action({ request, context }: Route.ActionArgs) {
  const given = await request.formData();
  return exportFile(request, context, (name) => given.get(name));
}

/** GET with the same values as parameters, for programs. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  return exportFile(request, context, (name) => query.get(name));
}

async function exportFile(request: Request, context: Context, given: (name: string) => FormDataEntryValue | null) {
  const about = String(given('about') ?? '').trim();
  if (!about) throw data(null, { status: 404 });
  const { desk } = deskServices(context);
  if (given('format') === 'zip') {
    const zip = await allow(desk.exportPersonWithFiles(staffOf(context), about));
    const headers = { 'Content-Type': 'application/zip', 'Content-Length': String(zip.length), ...asDownload(zip.fileName) };
    return fileResponse(request, headers, () => zip.stream);
  }
  const format = given('format') === 'json' ? 'json' : 'text';
  const file = await allow(desk.exportPerson(staffOf(context), about, format));
  const headers = { 'Content-Type': file.contentType, ...asDownload(file.fileName) };
  return fileResponse(request, headers, () => file.body);
}

function asDownload(fileName: string): Record<string, string> {
  return { 'Content-Disposition': `attachment; filename="${fileName}"` };
}
