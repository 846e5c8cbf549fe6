import { continuationOf, findForm } from '#forms/forms.ts';
import type { AnsweredSubmission } from '#server/submissions/stored-submission.ts';
import type { ClaimLinks } from './claim-link.ts';
import { claimCookie, startedCookie } from './claim-session.ts';

/** What the receipt of a submission gives its sender of the private link. */
export function createReceiptLinks({ links, siteUrl }: { links: Pick<ClaimLinks, 'linkOf'>; siteUrl: string }) {
  /**
   * The private link for a receipt; null where there is none, or it is withheld. `link` is null where the claim's has ended.
   * `emailed`: an e-mail with it was sent, or waits to be.
   */
  function linkOf(submission: AnsweredSubmission) {
    if (submission.link?.isWithheld) return null;
    const link = links.linkOf(submission, submission.link?.generation);
    if (link !== null && submission.link?.hasEnded) return { link: null, emailed: false };
    return link === null ? null : { link, emailed: submission.isAcknowledged === true };
  }

  /** The cookies by which a browser finishes the claim that it began at the roadside. */
  function cookiesOf(submission: AnsweredSubmission): string[] {
    const form = findForm(submission.formName);
    const token = form && continuationOf(form) && linkOf(submission)?.link?.split('/').at(-1);
    return token ? [claimCookie(token, siteUrl), startedCookie(token, siteUrl)] : [];
  }

  return { linkOf, cookiesOf };
}
