import { hash } from 'node:crypto';
import { site } from '#content/site.ts';
import { isIncomplete } from '#forms/continuation.ts';
import type { Answers } from '#forms/form.ts';
import { formOf } from '#forms/forms.ts';
import type { LeasedJob } from '#server/jobs/define-job.ts';
import { type AccountTemplate, renderAccountEmail } from './account-emails.ts';
import type { ClaimantUpdate } from './claimant-update.ts';
import { digestTemplates, renderDigest } from './digest-emails.tsx';
import type { EmailDetails } from './email-details.ts';
import type { Rendered } from './email-layout.tsx';
import type { SubmissionTemplate } from './email-titles.ts';
import type { Message } from './mailer.ts';
import type { Progress } from './progress.ts';
import { replyAddress } from './reply-address.ts';
import { renderSubmissionEmail, type SubmissionEmail } from './submission-emails.tsx';

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
  /** There was no contact yet, and somebody waits for it. */
  isWaiting: boolean;
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

/** An e-mail of a digest. */
export type SubmissionsEmail = Pick<LeasedJob, 'id' | 'recipient' | 'template' | 'createdAt'> & { submission: EmailSubject };

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
  const hasAnswers = ['notification', 'digest', 'urgent-digest', 'claim-complete'].includes(template);
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
    replyTo: isToSender ? teamAddress(addresses.to) : hasAnswers ? replyAddress(submission?.data.email ?? '') : null,
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
  return renderSubmissionEmail(template, submissionEmailOf(submission, createdAt, siteUrl, linkOf));
}

function submissionEmailOf(submission: EmailSubject, createdAt: number, siteUrl: string, linkOf: LinkOf): SubmissionEmail {
  const { id, formName, data, dueAt, linkGeneration, isContacted, ...rest } = submission;
  return {
    ...{ ...rest, form: formOf(formName, data), data, dueAt, isContacted, storedAt: createdAt },
    isDueAhead: !isContacted && dueAt !== null && dueAt > createdAt,
    isIncomplete: isIncomplete(formName, data),
    link: `${siteUrl}/desk/submissions/${id}`,
    privateLink: linkGeneration === null ? null : linkOf(submission, linkGeneration),
  };
}

/**
 * One e-mail in place of several of one kind to the same recipient. Its Message-ID is derived from theirs, so that only the same list
 * sent again has the same one.
 */
export function writeDigest(emails: SubmissionsEmail[], addresses: Addresses): Message {
  const { siteUrl } = addresses;
  const ids = emails.map(({ id }) => id).toSorted();
  const sentAt = Math.max(...emails.map(({ createdAt }) => createdAt));
  const id = hash('sha256', ids.join(), 'hex').slice(0, 32);
  const name = digestTemplates.find((template) => template === emails[0]?.template) ?? 'reminder';
  const listed = emails.map(({ submission, createdAt }) => submissionEmailOf(submission, createdAt, siteUrl, () => null));
  return {
    ...renderDigest(name, listed),
    id: `<${id}@${new URL(siteUrl).hostname}>`,
    fileName: `${new Date(sentAt).toISOString().replaceAll(/[:.]/g, '-')}-${name}-${id}.eml`,
    from: addresses.from,
    fromName: isPlainAddress(addresses.from) ? site.brand : undefined,
    to: emails[0]?.recipient ?? addresses.to,
    replyTo: null,
    sentAt,
    autoSubmitted: 'auto-generated',
  };
}

/** The address of the team. MAIL_TO may have a name beside the address, or several addresses. */
function teamAddress(to: string): string {
  return isPlainAddress(to) ? to : site.email;
}

function isPlainAddress(text: string): boolean {
  return /^[^\s@<>,]+@[^\s@<>,]+$/.test(text);
}
