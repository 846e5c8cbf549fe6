import type { Readable } from 'node:stream';
import type { Context, MiddlewareHandler } from 'hono';
import { html } from 'hono/html';
import { problemPage } from '#forms/errors.ts';
import { claimPagePath, evidenceRefusals } from '#forms/evidence-rules.ts';
import { claimantActor } from '#server/audit/audit-event.ts';
import type { EvidenceClaim } from './evidence-item.ts';
import type { ReceivedForm } from './receive-form.ts';

type Services = {
  evidence: {
    tusHandler: (request: Request, claim: EvidenceClaim, incoming?: Readable) => Promise<Response>;
    receiveForm: (request: Request, submissionId: string, addedBy: string) => Promise<ReceivedForm | null>;
  };
  /** Whose claim the cookie of a request opens. */
  readClaim: (cookie: string | undefined) => Promise<ClaimState>;
  /** Whose claim the token of a private link opens. */
  links: { stateOf: (token: string) => Promise<ClaimState> };
};

type ClaimState = { kind: 'open'; claim: EvidenceClaim } | { kind: 'ended' | 'unknown' };

/** The token of a private link that a request carries itself; null where it carries none. */
export function bearerToken(c: Context): string | null {
  return /^Bearer +(\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1] ?? null;
}

/** Forms with files, as browsers post them without JavaScript; all other requests go on to the next handler. */
export function formUploads({ evidence, readClaim }: Pick<Services, 'evidence' | 'readClaim'>): MiddlewareHandler {
  return async function receivePostedFiles(c, next) {
    if (c.req.method !== 'POST' || c.req.header('tus-resumable') !== undefined) return next();
    const state = await readClaim(c.req.header('cookie'));
    if (state.kind !== 'open') return c.html(pageOf([evidenceRefusals.noLink]), 403);
    if (isOfOtherClaim(c, state.claim)) return c.html(pageOf([evidenceRefusals.otherClaim]), 409);
    const form = await evidence.receiveForm(c.req.raw, state.claim.id, claimantActor.id);
    if (!form) return c.html(pageOf([evidenceRefusals.incomplete]), 415);
    const refused = form.files.flatMap(({ name, outcome }) =>
      outcome.kind === 'refused' ? [{ status: outcome.status, text: `${name}: ${outcome.message}` }] : [],
    );
    const texts = [...refused.map(({ text }) => text), ...(form.isWhole ? [] : [evidenceRefusals.incomplete])];
    if (texts.length === 0) return c.redirect(claimPagePath, 303);
    return c.html(pageOf(texts, form.isWhole), refused.some(({ status }) => status >= 500) ? 503 : 422);
  };
}

/** Uploads that resume, by the cookie or, for photographs that waited for signal before the link was opened, by its token. */
export function resumableUploads({ evidence, readClaim, links }: Services) {
  return async function resumeUpload(c: Context): Promise<Response> {
    const token = bearerToken(c);
    const state = token === null ? await readClaim(c.req.header('cookie')) : await links.stateOf(token);
    if (state.kind !== 'open') return c.text(evidenceRefusals.noLink, 403);
    if (isOfOtherClaim(c, state.claim)) return c.text(evidenceRefusals.otherClaim, 409);
    const { incoming } = (c.env ?? {}) as { incoming?: Readable };
    return evidence.tusHandler(c.req.raw, state.claim, incoming);
  };
}

/** The page that sends it was opened for another claim than the one whose link was opened since. */
function isOfOtherClaim(c: Context, { reference }: EvidenceClaim): boolean {
  const meant = c.req.query('claim');
  return meant !== undefined && meant !== reference;
}

/** What arrived is there: the page of the claim lists it. */
function pageOf(texts: string[], haveOthersArrived = false) {
  return html`<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${problemPage.title}</title></head><body><h1>${problemPage.title}</h1>${texts.map((text) => html`<p>${text}</p>`)}${haveOthersArrived && html`<p>${evidenceRefusals.othersArrived}</p>`}<p><a href="${claimPagePath}">${evidenceRefusals.backToClaim}</a></p></body></html>`;
}
