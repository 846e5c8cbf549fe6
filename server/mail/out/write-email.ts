import { hash } from 'node:crypto';
import { translationOf } from '#content/roadside/texts-by-language.ts';
import { site } from '#content/site.ts';
import { isIncomplete } from '#forms/continuation.ts';
import type { Answers } from '#forms/form.ts';
import { formOf } from '#forms/forms.ts';
import type { LeasedJob } from '#server/core/jobs/define-job.ts';
import type { EmailKind, Reading, SubmissionEmail, TeamEmailKind } from './define-email.ts';
import type { EmailContent } from './email-content.ts';
import type { EmailDetails } from './email-details.ts';
import { renderEmail } from './email-layout.tsx';
import { messageIdOf } from './email-text.ts';
import { type Mailbox, type Message, mailboxOf } from './mailer.ts';
import { replyAddress } from './reply-address.ts';

/** The submission that an email is about. */
export type EmailSubject = {
  id: string;
  reference: string;
  formName: string;
  submittedAt: number;
  /** Who sent its sender to us, in words; null where nobody is known. */
  sentBy: string | null;
  dueAt: number | null;
  ownTargetAt: number | null;
  isContacted: boolean;
  isQuarantined: boolean;
  /** The sender has not taken their consent back. */
  hasConsent: boolean;
  data: Answers;
  /** What this kind of email reads from the store; null where it reads nothing. */
  reading: Reading | null;
  /** Whether something is left to tell. */
  hasNews: boolean;
  /** The generation of its private link; null once that was revoked. */
  linkGeneration: number | null;
};

export type Email = { kind: EmailKind; submission: EmailSubject | null; overview?: EmailContent } & Pick<
  LeasedJob,
  'id' | 'recipient' | 'payload' | 'createdAt'
>;

/** An email of a digest. */
export type SubmissionsEmail = Pick<LeasedJob, 'id' | 'recipient' | 'template' | 'createdAt'> & { submission: EmailSubject };

/** The private link of a claim; null for what has none. */
export type LinkOf = (submission: Pick<EmailSubject, 'id' | 'reference' | 'formName'>, generation: number) => string | null;

export type Addresses = {
  from: Mailbox;
  to: Mailbox[];
  /** The origin of links. Its host is the right part of every Message-ID. */
  siteUrl: string;
  /** The address for answers about a submission, by which they find back to it; null where no mailbox is set for them. */
  replyTo?: (submission: Pick<EmailSubject, 'id' | 'reference'>) => string | null;
};

export function writeEmail(
  email: Email,
  addresses: Addresses,
  decrypt: (details: string) => EmailDetails,
  linkOf: LinkOf = () => null,
): Message {
  const { id, kind, submission, createdAt } = email;
  const replyTo = {
    team: () => (kind.to === 'sender' && submission && addresses.replyTo?.(submission)) || teamAddress(addresses.to),
    sender: () => replyAddress(submission?.data.email ?? ''),
  };
  const content = contentOf(email, addresses.siteUrl, decrypt, linkOf);
  return {
    ...renderEmail(content),
    ...envelopeOf(id, submission?.reference ?? kind.template, createdAt, addresses),
    to: recipientsOf(email, addresses),
    replyTo: kind.replyTo && replyTo[kind.replyTo](),
    autoSubmitted: kind.isPersonal ? null : kind.isReply ? 'auto-replied' : 'auto-generated',
    references: content.references,
  };
}

function contentOf(
  { kind, submission, payload, createdAt, overview }: Email,
  siteUrl: string,
  decrypt: (details: string) => EmailDetails,
  linkOf: LinkOf,
): EmailContent {
  if (kind.to === 'staff') return kind.render(payload === null ? {} : decrypt(payload));
  if (kind.to === 'overview') {
    if (!overview) throw new Error('There is nothing to tell.');
    return overview;
  }
  if (!submission) throw new Error('There is no submission to write about.');
  // What a kind renders is what it reads.
  return kind.render(submissionEmailOf(submission, createdAt, siteUrl, linkOf), submission.reading as Reading);
}

function submissionEmailOf(submission: EmailSubject, createdAt: number, siteUrl: string, linkOf: LinkOf): SubmissionEmail {
  const { id, formName, data, dueAt, linkGeneration, isContacted } = submission;
  return {
    reference: submission.reference,
    submittedAt: submission.submittedAt,
    sentBy: submission.sentBy,
    ownTargetAt: submission.ownTargetAt,
    form: formOf(formName, data),
    data,
    dueAt,
    isContacted,
    storedAt: createdAt,
    isDueAhead: !isContacted && dueAt !== null && dueAt > createdAt,
    isIncomplete: isIncomplete(formName, data),
    isQuarantined: submission.isQuarantined,
    link: `${siteUrl}/desk/submissions/${id}`,
    translation: translationOf(data.language),
    privateLink: linkGeneration === null ? null : linkOf(submission, linkGeneration),
  };
}

/**
 * One email in place of several of one kind to the same recipient. Its Message-ID is that of the first of them, and derived from all, so
 * that only the same list sent again has the same one.
 */
export function writeDigest({ template, digest }: TeamEmailKind, emails: SubmissionsEmail[], addresses: Addresses): Message {
  if (!digest) throw new Error(`${template} leaves by itself.`);
  const { siteUrl } = addresses;
  const ids = emails.map(({ id }) => id).toSorted();
  const id = `${ids[0]}.${hash('sha256', ids.join(), 'hex').slice(0, 16)}`;
  const listed = emails.map(({ submission, createdAt }) => submissionEmailOf(submission, createdAt, siteUrl, () => null));
  return {
    ...renderEmail(digest.render(listed)),
    ...envelopeOf(id, template, Math.max(...emails.map(({ createdAt }) => createdAt)), addresses),
    to: recipientsOf(emails[0], addresses),
    replyTo: null,
    autoSubmitted: 'auto-generated',
  };
}

function envelopeOf(id: string, name: string, sentAt: number, { from, siteUrl }: Addresses) {
  return {
    id: messageIdOf(id, siteUrl),
    fileName: `${new Date(sentAt).toISOString().replaceAll(/[:.]/g, '-')}-${name}-${id}.eml`,
    from,
    sentAt,
  };
}

function recipientsOf(email: Pick<LeasedJob, 'recipient'> | undefined, { to }: Addresses): Mailbox[] {
  return email?.recipient ? [mailboxOf(email.recipient)] : to;
}

/** The address of the team, for answers: that of the content where there are several. */
function teamAddress([first, ...others]: Mailbox[]): string {
  return first && others.length === 0 ? first.address : site.email;
}
