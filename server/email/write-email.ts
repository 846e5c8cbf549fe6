import { site } from '#content/site.ts';
import { isIncomplete } from '#forms/continuation.ts';
import type { Answers } from '#forms/form.ts';
import { formOf } from '#forms/forms.ts';
import type { LeasedJob } from '#server/jobs/define-job.ts';
import { type AccountTemplate, renderAccountEmail } from './account-emails.ts';
import type { ClaimantUpdate } from './claimant-update.ts';
import type { EmailDetails } from './email-details.ts';
import type { Rendered } from './email-layout.tsx';
import type { SubmissionTemplate } from './email-titles.ts';
import type { Message } from './mailer.ts';
import type { Progress } from './progress.ts';
import { replyAddress } from './reply-address.ts';
import { renderSubmissionEmail } from './submission-emails.tsx';

export type EmailTemplate = SubmissionTemplate | AccountTemplate;

/** The submission that an e-mail is about. */
export type EmailSubject = {
  id: string;
  reference: string;
  formName: string;
  submittedAt: number;
  dueAt: number | null;
  ownTargetAt: number | null;
  isContacted: boolean;
  isQuarantined: boolean;
  data: Answers;
  /** What the claimant did, in the e-mail that reports it; otherwise null. */
  update: ClaimantUpdate | null;
  /** What staff did, in the e-mail that reports it to the claimant; otherwise null. */
  progress: Progress | null;
  /** The generation of its private link; null once that was revoked. */
  linkGeneration: number | null;
};

export type Email = { template: EmailTemplate; submission: EmailSubject | null } & Pick<
  LeasedJob,
  'id' | 'recipient' | 'payload' | 'createdAt'
>;

/** The private link of a claim; null for what has none. */
export type LinkOf = (submission: Pick<EmailSubject, 'id' | 'reference' | 'formName'>, generation: number) => string | null;

export type Addresses = {
  from: string;
  to: string;
  /** The origin of links. Its host is the right part of every Message-ID. */
  siteUrl: string;
};

export function writeEmail(
  email: Email,
  addresses: Addresses,
  decrypt: (details: string) => EmailDetails,
  linkOf: LinkOf = () => null,
): Message {
  const { id, template, submission } = email;
  const isToSender = template === 'acknowledgement' || template === 'new-link' || template === 'progress';
  const sentAt = submission && template === 'notification' ? submission.submittedAt : email.createdAt;
  const name = submission?.reference ?? template;
  return {
    ...render(email, addresses.siteUrl, decrypt, linkOf),
    id: `<${id}@${new URL(addresses.siteUrl).hostname}>`,
    fileName: `${new Date(sentAt).toISOString().replaceAll(/[:.]/g, '-')}-${name}-${id}.eml`,
    from: addresses.from,
    // MAIL_FROM may contain a name of its own.
    fromName: isPlainAddress(addresses.from) ? site.brand : undefined,
    to: email.recipient ?? addresses.to,
    replyTo: isToSender
      ? teamAddress(addresses.to)
      : template === 'notification' || template === 'claim-complete'
        ? replyAddress(submission?.data.email ?? '')
        : null,
    sentAt,
    autoSubmitted: template === 'acknowledgement' ? 'auto-replied' : 'auto-generated',
  };
}

function render(
  { template, submission, payload, createdAt }: Email,
  siteUrl: string,
  decrypt: (details: string) => EmailDetails,
  linkOf: LinkOf,
): Rendered {
  if (!submission) return renderAccountEmail(template as AccountTemplate, payload === null ? {} : decrypt(payload));
  const { id, formName, data, dueAt, linkGeneration, isContacted, ...rest } = submission;
  return renderSubmissionEmail(template, {
    ...{ ...rest, form: formOf(formName, data), data, dueAt, isContacted },
    isDueAhead: !isContacted && dueAt !== null && dueAt > createdAt,
    isIncomplete: isIncomplete(formName, data),
    link: `${siteUrl}/desk/submissions/${id}`,
    privateLink: linkGeneration === null ? null : linkOf(submission, linkGeneration),
  });
}

/** The address of the team. MAIL_TO may have a name beside the address, or several addresses. */
function teamAddress(to: string): string {
  return isPlainAddress(to) ? to : site.email;
}

function isPlainAddress(text: string): boolean {
  return /^[^\s@<>,]+@[^\s@<>,]+$/.test(text);
}
