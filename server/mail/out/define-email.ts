import type { Selectable } from 'kysely';
import type { RoadsideTexts } from '#content/roadside/roadside-texts.ts';
import type { FormDefinition } from '#forms/form.ts';
import type { Db, Schema } from '#server/core/database/schema.ts';
import type { EmailContent } from './email-content.ts';
import type { EmailDetails } from './email-details.ts';
import type { SummarySource } from './team-summary.ts';

/** What an email to the team about a submission can contain. */
export type SubmissionEmail = SummarySource & {
  reference: string;
  submittedAt: number;
  /** Who sent its sender to us, in words; null where nobody is known. */
  sentBy: string | null;
  /** When the email was stored, the response target was open: no contact yet, and not breached. */
  isDueAhead: boolean;
  /** The claim was begun at the roadside, and answers that a claim needs are missing. */
  isIncomplete: boolean;
  isQuarantined: boolean;
  /** The private link of a claim; null where there is none, or it was revoked. */
  privateLink: string | null;
  /** The texts of the page on which a claim was begun; null where that is in English. */
  translation: RoadsideTexts | null;
  /** When the email was stored. */
  storedAt: number;
};

/**
 * What an email to the sender of a form can contain. The answers are not part of it: anyone who types the address of somebody else into
 * a form must not have us send them their words.
 */
export type SenderEmail = {
  form: Pick<FormDefinition, 'name' | 'isClaim' | 'responseTargetHours'>;
} & Pick<SubmissionEmail, 'reference' | 'dueAt' | 'isDueAhead' | 'isIncomplete' | 'privateLink' | 'translation'>;

/** What emails to the team are counted against, so that a flood of one leaves the others as they are. */
export type TeamAllowance = 'urgent' | 'other' | 'update';

/** What decides whether an email about a submission is still sent. */
type SendConditions = {
  /** The generation of its private link; null once that was revoked. */
  linkGeneration: number | null;
};

/** What is the same in every kind of email. */
type Common = {
  /** Its name in the store. */
  template: string;
  /** Its title in the desk. */
  title: string;
  /** Whom a reply reaches: the sender of the form, the team, or `MAIL_FROM`. */
  replyTo: 'sender' | 'team' | null;
  /** For the header Auto-Submitted: whether it answers something that was sent to us. */
  isReply: boolean;
  /** A person wrote it, so that it has no such header. */
  isPersonal: boolean;
};

type AboutSubmission<Facts, Read> = Common & {
  /** What it reads from the store when it is sent; null where nothing is left to tell, and it is not sent. */
  reads: ((db: Db, row: Row, job: { createdAt: number; payload: string | null }) => Promise<Read | null>) | null;
  inQuarantine: 'sent' | 'not sent';
  /** Why it is no longer sent; null where it is. */
  whyNotSent: (submission: SendConditions) => string | null;
  render: (email: Facts, read: Read) => EmailContent;
};

/** An email about a submission to the team, or to the owners. */
export type TeamEmailKind<Read = Reading> = AboutSubmission<SubmissionEmail, Read> & {
  to: 'team';
  /** What those over an allowance are told in; null where nothing limits them. */
  limit: { allowance: TeamAllowance; digest: TeamEmailKind } | null;
  /** For what leaves as one email with all others to the same recipient: how often, and that email. */
  digest: { everyMs: number; render: (emails: SubmissionEmail[]) => EmailContent } | null;
};

/** An email to the sender of a form. */
export type SenderEmailKind<Read = Reading> = AboutSubmission<SenderEmail, Read> & {
  to: 'sender';
  /** Sent while ACKNOWLEDGE is off, too, because a person asked for it. */
  isAlwaysSent: boolean;
};

/** An email to a member of staff about their account. Its details are stored encrypted, because one may be a one-time link. */
type StaffEmailKind = Common & { to: 'staff'; render: (details: EmailDetails) => EmailContent };

/** An email to the team or an owner about what the store holds when it is sent, of which nothing is stored with it. */
export type OverviewKind = Common & {
  to: 'overview';
  /** Null where nothing is left to tell, and it is not sent. `about` is stored with it; `siteUrl`: the origin of links. */
  write: (db: Db, source: { about: string; at: number; siteUrl: string }) => Promise<EmailContent | null>;
};

export type SubmissionEmailKind = TeamEmailKind | SenderEmailKind;

export type EmailKind = SubmissionEmailKind | StaffEmailKind | OverviewKind;

/** What visitors typed, which a mail server may quote and no log gets, is in `messages`. */
export type Reading = { messages?: string[]; [part: string]: unknown };

type Row = Selectable<Schema['form_submissions']>;

type Given<Kind extends Common, Template> = Pick<Kind, 'title'> & Partial<Kind> & { template: Template };

/** One kind of email, beside its subject. Desk, digests, quarantine, reply address, test and pictures have it from there. */
export function defineEmail<const Template extends string, Read extends Reading = Reading>(
  kind: Given<TeamEmailKind<Read>, Template> & Pick<TeamEmailKind<Read>, 'to' | 'render'>,
): TeamEmailKind & { template: Template };
export function defineEmail<const Template extends string, Read extends Reading = Reading>(
  kind: Given<SenderEmailKind<Read>, Template> & Pick<SenderEmailKind<Read>, 'to' | 'render'>,
): SenderEmailKind & { template: Template };
export function defineEmail<const Template extends string>(
  kind: Given<StaffEmailKind, Template> & Pick<StaffEmailKind, 'to' | 'render'>,
): StaffEmailKind & { template: Template };
export function defineEmail<const Template extends string>(
  kind: Given<OverviewKind, Template> & Pick<OverviewKind, 'to' | 'write'>,
): OverviewKind & { template: Template };
export function defineEmail(kind: { template: string; to: EmailKind['to'] }): object {
  return {
    replyTo: kind.to === 'sender' ? 'team' : null,
    isReply: false,
    isPersonal: false,
    reads: null,
    limit: null,
    digest: null,
    inQuarantine: 'not sent',
    isAlwaysSent: false,
    whyNotSent: () => null,
    ...kind,
  };
}

/** Why an email about a submission is not sent; null where it is. */
export function whyNotSent(
  kind: EmailKind | null,
  submission: SendConditions & { isQuarantined: boolean; hasConsent: boolean; hasNews: boolean },
): string | null {
  if (kind === null || !isAboutSubmission(kind)) return null;
  if (submission.isQuarantined && kind.inQuarantine === 'not sent') return 'It is in quarantine.';
  if (kind.to === 'sender' && !kind.isAlwaysSent && !submission.hasConsent) return 'The consent was taken back.';
  return kind.whyNotSent(submission) ?? (submission.hasNews ? null : 'It was undone.');
}

export function isAboutSubmission(kind: EmailKind): kind is SubmissionEmailKind {
  return kind.to === 'team' || kind.to === 'sender';
}

/** The kind of a stored email; null where this version has none of that name. */
export function findKind(kinds: readonly EmailKind[], template: string | null): EmailKind | null {
  return kinds.find((kind) => kind.template === template) ?? null;
}

/** The title in the desk of a stored email. */
export function titleOf(kinds: readonly EmailKind[], template: string): string {
  return findKind(kinds, template)?.title ?? template;
}
