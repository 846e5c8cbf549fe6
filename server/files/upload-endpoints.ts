import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { Context, MiddlewareHandler } from 'hono';
import { claimPagePath } from '#forms/evidence-rules.ts';
import type { App } from '#server/core/app.ts';
import { claimantActor } from '#server/core/audit/audit-event.ts';
import type { EvidenceClaim } from './evidence-item.ts';
import { evidenceRefusals } from './evidence-refusals.ts';
import { receivePostedForm } from './receive.ts';
import { handleTus, tusMethod } from './tus-endpoint.ts';
import { type Place, type Sender, uploadSlotsOf } from './upload-slots.ts';

/** Finds the claim that the cookie of a request opens, or the token of a private link. */
type FindClaim<Key> = (app: App, key: Key) => Promise<{ kind: 'open'; claim: EvidenceClaim } | { kind: 'ended' | 'unknown' }>;

/** The token of a private link in the Authorization header; null where there is none. */
export function bearerToken(c: Context): string | null {
  return /^Bearer +(\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1] ?? null;
}

/** The files of a form that were refused, for the page of the claim. */
export type FileProblems = { texts: string[]; haveOthersArrived: boolean };

/** Shows a page with these problems: that of the claim that the cookie opens, unless another path is given. */
export type ShowProblems = (
  c: Context,
  problems: FileProblems,
  status: 403 | 409 | 415 | 422 | 503,
  path?: string,
) => Promise<Response>;

/** Whether a request to the address of uploads is a form, and none of the requests of an upload that resumes. */
export function isFormPost(c: Context): boolean {
  return c.req.method === 'POST' && c.req.header('tus-resumable') === undefined;
}

/** Takes forms with files, as browsers post them without JavaScript. All other requests go on to the next handler. */
export function formUploads(app: App, readClaim: FindClaim<string | undefined>, show: ShowProblems): MiddlewareHandler {
  return async function receivePostedFiles(c, next) {
    if (!isFormPost(c)) return next();
    const none = (text: string): FileProblems => ({ texts: [text], haveOthersArrived: false });
    const state = await readClaim(app, c.req.header('cookie'));
    if (state.kind !== 'open') return show(c, none(evidenceRefusals.noLink), 403);
    if (isOfOtherClaim(c, state.claim)) return show(c, none(evidenceRefusals.otherClaim), 409);
    const received = await uploadSlotsOf(app).hold(state.claim.id, senderOf(c), async ({ ending }) => ({
      form: await receivePostedForm(app, c.req.raw, state.claim.id, claimantActor.id, ending),
    }));
    if (!received) return show(c, none(evidenceRefusals.unavailable), 503);
    const { form } = received;
    if (!form) return show(c, none(evidenceRefusals.incomplete), 415);
    const refused = form.files.flatMap(({ name, outcome }) =>
      outcome.kind === 'refused' ? [{ status: outcome.status, text: `${name}: ${outcome.message}` }] : [],
    );
    const texts = [...refused.map(({ text }) => text), ...(form.isWhole ? [] : [evidenceRefusals.incomplete])];
    if (texts.length === 0) return c.redirect(claimPagePath, 303);
    const haveOthersArrived = form.isWhole && form.files.length > refused.length;
    return show(c, { texts, haveOthersArrived }, refused.some(({ status }) => status >= 500) ? 503 : 422);
  };
}

/**
 * Uploads that resume. The claim comes from the cookie or, for photographs that waited for signal before the link was opened, from
 * the token.
 */
export function resumableUploads(app: App, readClaim: FindClaim<string | undefined>, linkState: FindClaim<string>) {
  return async function resumeUpload(c: Context): Promise<Response> {
    const token = bearerToken(c);
    const state = token === null ? await readClaim(app, c.req.header('cookie')) : await linkState(app, token);
    if (state.kind !== 'open') return c.text(evidenceRefusals.noLink, 403);
    if (isOfOtherClaim(c, state.claim)) return c.text(evidenceRefusals.otherClaim, 403);
    const { incoming } = (c.env ?? {}) as { incoming?: Readable };
    const handle = (place?: Place) => handleTus(app, c.req.raw, state.claim, incoming, place);
    // Only this one sends bytes of a file.
    if (tusMethod(c.req.raw) !== 'PATCH') return handle();
    return (
      (await uploadSlotsOf(app).hold(state.claim.id, senderOf(c), handle)) ??
      c.text(evidenceRefusals.unavailable, 503, retryLater)
    );
  };
}

const retryLater = { 'Retry-After': '30' };

/** Who sends a request, and how it comes in where it comes by HTTP. */
export function senderOf(c: Context): Sender {
  const address: string | null = c.get('address') ?? null;
  const { incoming } = (c.env ?? {}) as { incoming?: IncomingMessage };
  if (!incoming?.socket) return { address, sending: null };
  const sending = {
    bytes: () => incoming.socket.bytesRead,
    waitsForSender: () => !incoming.complete && incoming.readableLength === 0,
    close: () => void incoming.destroy(),
  };
  return { address, sending };
}

/** Whether the page that sends the request shows another claim than the one whose link was opened since. */
function isOfOtherClaim(c: Context, { references }: EvidenceClaim): boolean {
  const meant = c.req.query('claim');
  return meant !== undefined && !references.includes(meant);
}
