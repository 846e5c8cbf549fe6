import { continuesAnother } from '#forms/forms.ts';
import type { Accept, Acceptance } from '#server/claims/accept/accept.ts';
import type { App } from '#server/core/app.ts';
import { errorMessage } from '#server/core/observability/log.ts';
import { readClaim } from './claim-session.ts';

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
