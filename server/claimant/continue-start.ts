import { continuesAnother } from '#forms/forms.ts';
import { errorMessage, type Log } from '#server/observability/log.ts';
import type { Accept, Acceptance } from '#server/submissions/accept/accept.ts';
import type { ReadClaim } from './claim-session.ts';

/**
 * Accepts submissions with what the cookies of the browser say: the claim that was begun in it at the roadside, which a claim form is
 * saved into, and the claim whose private link it opened, whose link a repeated submission may be given.
 */
export function createContinueStart(services: {
  accept: Accept;
  readStarted: ReadClaim;
  readClaim: ReadClaim;
  log: Log;
}): Accept {
  const { accept, readStarted, readClaim, log } = services;

  return async function acceptWithCookies(incoming) {
    const { form, cookie = null } = incoming;
    if (!cookie) return accept(incoming);
    try {
      const startedId = continuesAnother(form) ? await idOf(readStarted, cookie) : null;
      return await withLink(await accept({ ...incoming, startedId }), cookie);
    } catch (error) {
      log.error('submission not stored', { form: form.slug, error: errorMessage(error) });
      return { kind: 'unavailable' };
    }
  };

  async function withLink(acceptance: Acceptance, cookie: string): Promise<Acceptance> {
    if (acceptance.kind !== 'duplicate' || !acceptance.submission.link?.isWithheld) return acceptance;
    const { submission } = acceptance;
    const link = { ...acceptance.submission.link, isWithheld: false };
    const ids = [await idOf(readStarted, cookie), await idOf(readClaim, cookie)];
    return ids.includes(submission.id) ? { ...acceptance, submission: { ...submission, link } } : acceptance;
  }
}

async function idOf(read: ReadClaim, cookie: string): Promise<string | null> {
  const state = await read(cookie);
  return state.kind === 'open' ? state.claim.id : null;
}
