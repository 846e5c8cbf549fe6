import { continuationOf, findForm } from '#forms/forms.ts';
import type { AnsweredSubmission } from '#server/claims/stored-submission.ts';
import type { App } from '#server/core/app.ts';
import { linkOf } from './claim-link.ts';
import { claimCookie, startedCookie } from './claim-session.ts';

/**
 * The private link for a receipt; null where there is none, or it is withheld. `link` is null where the claim's has ended.
 * `emailed`: an e-mail with it was sent, or waits to be.
 */
export function receiptLinkOf(app: App, submission: AnsweredSubmission) {
  if (submission.link?.isWithheld) return null;
  const link = linkOf(app, submission, submission.link?.generation);
  if (link !== null && submission.link?.hasEnded) return { link: null, emailed: false };
  return link === null ? null : { link, emailed: submission.isAcknowledged === true };
}

/** The cookies by which a browser finishes the claim that it began at the roadside. */
export function receiptCookiesOf(app: App, submission: AnsweredSubmission): string[] {
  const form = findForm(submission.formName);
  const token = form && continuationOf(form) && receiptLinkOf(app, submission)?.link?.split('/').at(-1);
  const { siteUrl } = app.env;
  return token ? [claimCookie(token, siteUrl), startedCookie(token, siteUrl)] : [];
}
