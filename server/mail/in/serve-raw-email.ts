import { Readable } from 'node:stream';
import type { App } from '#server/core/app.ts';
import { errorMessage } from '#server/core/observability/log.ts';
import { scanWithClamd } from '#server/files/clamd.ts';
import { FileMissing } from '#server/files/evidence-store.ts';
import { cleanFileName, contentDisposition } from '#server/files/file-name.ts';
import { sentence } from '#server/files/serve-original.ts';
import type { StaffMember } from '#server/people/staff/staff-member.ts';
import { rawKeyOf } from './receive-inbound.ts';

const refusals = {
  infected: 'A virus was found in this email, so nobody can open it as it came.',
  unscanned: 'The virus scanner does not answer just now, and an email is not saved unscanned. Try again in a minute.',
};

/**
 * Serves an e-mail as it came, to be saved and never shown: null where there is none, such as of a claim that was erased. It is scanned each
 * time, because it has what was not kept of it too. HEAD saves nothing, and is not recorded.
 */
export async function serveRawEmail(app: App, staff: StaffMember, { method }: Request, id: string): Promise<Response | null> {
  const row = await app.db.read((db) =>
    db
      .selectFrom('inbound_emails')
      .leftJoin('messages', 'messages.id', 'inbound_emails.id')
      .select(['inbound_emails.submission_id', 'inbound_emails.subject', 'messages.subject as shown'])
      .where('inbound_emails.id', '=', id)
      .executeTakeFirst(),
  );
  const key = rawKeyOf(id);
  const size = row ? await app.files.sizeOf(key) : null;
  if (!row || size === null) return null;
  try {
    const refusal = await refusalOf(app, key);
    if (refusal !== null) return sentence(refusal === refusals.infected ? 403 : 503, refusal);
    const headers = {
      'Content-Type': 'message/rfc822',
      'Content-Length': String(size),
      'Content-Disposition': contentDisposition('attachment', `${cleanFileName(row.shown || row.subject || 'email')}.eml`),
      'Content-Security-Policy': "sandbox; default-src 'none'",
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'private, no-store',
    };
    if (method === 'HEAD') return new Response(null, { headers });
    const stream = await app.files.read(key);
    await app.audit.record({
      actor: staff,
      action: 'email downloaded',
      ...(row.submission_id !== null && { subjectId: row.submission_id }),
      details: { message: id },
    });
    return new Response(Readable.toWeb(stream) as ReadableStream<Uint8Array>, { headers });
  } catch (error) {
    if (error instanceof FileMissing) return null;
    throw error;
  }
}

async function refusalOf({ env: { clamdUrl }, files, log }: App, key: string): Promise<string | null> {
  if (clamdUrl === null) return null;
  const result = await scanWithClamd(clamdUrl, () => files.read(key), AbortSignal.timeout(60_000)).catch((error) => {
    log.warn('email not scanned', { error: errorMessage(error) });
    return null;
  });
  if (result === null) return refusals.unscanned;
  return result.kind === 'infected' ? refusals.infected : null;
}
