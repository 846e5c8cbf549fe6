import { londonIsoDate } from '#forms/london-day.ts';
import type { ListFormat } from '#server/claims/inbox/list-file.ts';
import type { StaffMember } from '#server/people/staff/staff-member.ts';
import { allow, type Context, deskServices, fileResponse, isDataRequest, staffOf } from './route-context.ts';

const formats: Record<ListFormat, { title: string; type: string }> = {
  csv: { title: 'CSV', type: 'text/csv; charset=utf-8' },
  xlsx: { title: 'XLSX', type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
};

/** The links to a list as a file of each format, which the address ends with. */
export function ListDownloads({ path, query = '' }: { path: string; query?: string }) {
  return Object.entries(formats).map(([format, { title }]) => (
    <a key={format} className="button button-quiet" href={`${path}.${format}${query}`} download>
      Download as {title}
    </a>
  ));
}

type Asked = { request: Request; context: Context };
type Read = (staff: StaffMember, format: ListFormat) => Promise<ReadableStream<Uint8Array>>;

/** Responds with a list in the format that the address ends with, named by its content and the date in London. */
export async function listFile({ request, context }: Asked, name: string, read: Read): Promise<Response> {
  const isRead = request.method === 'GET' && !isDataRequest(request);
  const format = /\.xlsx(?:\.data)?$/.test(new URL(request.url).pathname) ? 'xlsx' : 'csv';
  const body = isRead ? await allow(read(staffOf(context), format)) : '';
  const headers = {
    'Content-Type': formats[format].type,
    'Content-Disposition': `attachment; filename="${name}-${londonIsoDate(deskServices(context).now())}.${format}"`,
  };
  return fileResponse(request, headers, () => body);
}
