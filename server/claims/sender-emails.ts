import { whatToDoNow } from '#content/form-texts.ts';
import { site } from '#content/site.ts';
import { openHours } from '#content/stated-hours.ts';
import { londonMoment } from '#forms/london-day.ts';
import { partner } from '#forms/partner.ts';
import type { Db } from '#server/core/database/schema.ts';
import { defineEmail, type SenderEmail } from '#server/mail/out/define-email.ts';
import type { EmailContent } from '#server/mail/out/email-content.ts';
import { firmDetails } from '#server/mail/out/email-text.ts';
import { translatedAcknowledgement } from './translated-acknowledgement.ts';

const sooner = () => `Need us sooner? Call ${site.helpline.display}, ${openHours}.`;

export const keepToYourself = 'Anyone with this link can see your claim. Do not forward it.';

/**
 * Sent at once: the submission has arrived, and what happens next. How many are sent, in quarantine as well, is decided when one is
 * stored (accept/email-quotas.ts).
 */
export const acknowledgement = defineEmail({
  template: 'acknowledgement',
  title: 'To the sender: acknowledgement',
  to: 'sender',
  isReply: true,
  inQuarantine: 'sent',
  render: acknowledgementContent,
});

/** A new private link, which staff made. */
export const newLink = defineEmail({
  template: 'new-link',
  title: 'To the sender: new private link',
  to: 'sender',
  isAlwaysSent: true,
  whyNotSent: revokedLink,
  render: ({ reference, privateLink }) => ({
    subject: `A new link to your claim: reference ${reference}`,
    title: 'A new link to your claim',
    paragraphs: [
      `This is the private link to your claim, reference ${reference}. Earlier links no longer work.`,
      `Add photographs and see what happens next. ${keepToYourself}`,
      sooner(),
    ],
    link: linkToClaim(privateLink),
    closing: [firmDetails()],
  }),
});

export const senderEmails = [acknowledgement, newLink];

/** Why an e-mail with the private link is not sent; null where it is. */
export function revokedLink({ linkGeneration }: { linkGeneration: number | null }): string | null {
  return linkGeneration === null ? 'The link was revoked.' : null;
}

export function linkToClaim(privateLink: string | null): EmailContent['link'] {
  return privateLink === null ? null : { label: 'Your claim', url: privateLink };
}

/** Whether an acknowledgement of the submission was sent, or waits to be. */
export async function isAcknowledged(db: Db, subjectId: string): Promise<boolean> {
  const row = await db
    .selectFrom('jobs')
    .select('id')
    .where('subject_id', '=', subjectId)
    .where('template', '=', acknowledgement.template)
    .where((where) => where.or([where('finished_at', 'is', null), where('last_outcome', '=', 'sent')]))
    .executeTakeFirst();
  return row !== undefined;
}

function acknowledgementContent(email: SenderEmail): EmailContent {
  const { form, reference, dueAt, isDueAhead, isIncomplete, privateLink, translation } = email;
  if (translation?.form) return translatedAcknowledgement(email, translation, translation.form);
  const whatFor = isIncomplete ? 'Finish your claim, add photographs' : 'Add photographs';
  const noun = form.isClaim ? 'claim' : form.name === partner.name ? 'enquiry' : 'message';
  return {
    subject: `We have your ${noun}: reference ${reference}`,
    title: `We have your ${noun}`,
    paragraphs: [
      `Your reference is ${reference}. Please have it ready when we speak.`,
      ...(form.responseTargetHours === null
        ? ['A person will read it and be in touch.']
        : isDueAhead && dueAt !== null
          ? [`We will contact you by ${londonMoment(dueAt)}.`]
          : []),
      ...(form.isClaim ? [`${whatToDoNow.join(' ')} What you sent is not an agreement.`] : []),
      sooner(),
      ...(privateLink === null ? [] : [`${whatFor} and see what happens next at your private link. ${keepToYourself}`]),
    ],
    link: linkToClaim(privateLink),
    closing: [
      `If you did not contact us, somebody typed your address by mistake. ${privateLink === null ? 'You can ignore this email.' : 'Please delete this email and tell us, so that we can close the link.'}`,
      firmDetails(),
    ],
  };
}
