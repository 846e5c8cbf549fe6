import { continuesAnother } from '#forms/forms.ts';
import { type Accept, type Acceptance, createAccept } from '#server/claims/accept/accept.ts';
import { emailQuotasOf } from '#server/claims/accept/email-quotas.ts';
import { createLimits } from '#server/claims/accept/limits.ts';
import { readSource } from '#server/claims/sources/source.ts';
import { createSubmissionStore } from '#server/claims/submission-store.ts';
import { type App, perApp } from '#server/core/app.ts';
import { errorMessage } from '#server/core/observability/log.ts';
import { countOutcomes } from '#server/core/observability/metrics.ts';
import { readClaim } from './claim-session.ts';
import { mergeIn } from './merge-submission.ts';

/** Accepts what visitors send, by whatever way it comes. */
export const acceptOf = perApp((app): Accept => {
  const { env, metrics, now, refusalLog } = app;
  const rules = { emailsSenders: env.acknowledge, quotas: emailQuotasOf(app), mergeIn: mergeIn.bind(null, app) };
  const accept = createAccept({
    store: createSubmissionStore(app.visitorDb, rules),
    limits: env.rateLimit ? createLimits() : null,
    log: refusalLog,
    now,
    readSource: (via) => readSource(app, via),
    onStored: app.noteChange,
  });
  return countOutcomes(acceptWithCookies(app, accept), metrics);
});

/**
 * Accepts submissions with what the cookies of the browser say: the claim that was begun in it at the roadside, which a claim form is
 * saved into, and the claim whose private link it opened, whose link a repeated submission may be given.
 */
export function acceptWithCookies(app: App, accept: Accept): Accept {
  return async function acceptFromBrowser(incoming) {
    const { form, cookie = null } = incoming;
    if (!cookie) return accept(incoming);
    try {
      const startedId = continuesAnother(form) ? await idOf(app, cookie, 'started') : null;
      return await withLink(app, await accept({ ...incoming, startedId }), cookie);
    } catch (error) {
      app.log.error('submission not stored', { form: form.slug, error: errorMessage(error) });
      return { kind: 'unavailable' };
    }
  };
}

async function withLink(app: App, acceptance: Acceptance, cookie: string): Promise<Acceptance> {
  if (acceptance.kind !== 'duplicate' || !acceptance.submission.link?.isWithheld) return acceptance;
  const { submission } = acceptance;
  const link = { ...acceptance.submission.link, isWithheld: false };
  const ids = [await idOf(app, cookie, 'started'), await idOf(app, cookie, 'claim')];
  return ids.includes(submission.id) ? { ...acceptance, submission: { ...submission, link } } : acceptance;
}

async function idOf(app: App, cookie: string, which: 'claim' | 'started'): Promise<string | null> {
  const state = await readClaim(app, cookie, which);
  return state.kind === 'open' ? state.claim.id : null;
}
