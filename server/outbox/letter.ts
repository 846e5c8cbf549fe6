import { renderNotification } from '#emails/notification.tsx';
import type { Rendered } from '#emails/plain-letter.tsx';
import { renderPromiseWarning } from '#emails/promise-warning.ts';
import { renderStaffLetter } from '#emails/staff-letter.ts';
import type { FormData } from '#forms/form.ts';
import { formOf } from '#forms/forms.ts';
import { senderOf } from '#forms/sender.ts';
import type { Message } from '#server/mail/mailer.ts';
import type { EmailDetails } from './email-details.ts';
import type { LetterKind, StaffLetterKind } from './kinds.ts';
import { replyAddress } from './reply-address.ts';

/** A letter that this sender holds, with what it is about. */
export type ClaimedLetter = {
  id: string;
  kind: LetterKind;
  /** Null: the team. */
  recipient: string | null;
  /** This try included. */
  tries: number;
  fence: number;
  createdAt: number;
  firstTriedAt: number;
  /** Until then no other sender takes it. */
  leaseUntil: number;
  /** Null where it is about a member of staff. */
  submission: LetterSubject | null;
  /** What a letter to a member of staff has to say, as it is stored; null for all others. */
  details: string | null;
};

export type LetterSubject = {
  id: string;
  reference: string;
  formName: string;
  submittedAt: number;
  dueAt: number | null;
  data: FormData;
};

export type Addresses = {
  from: string;
  to: string;
  /** The public origin: where links lead, and its host is the right part of every Message-ID. */
  siteUrl: string;
};

export function writeLetter(letter: ClaimedLetter, addresses: Addresses, decrypt: (details: string) => EmailDetails): Message {
  const { submission } = letter;
  const sentAt = submission && letter.kind === 'notification' ? submission.submittedAt : letter.createdAt;
  const name = submission?.reference ?? letter.kind;
  return {
    ...render(letter, addresses.siteUrl, decrypt),
    id: `<${letter.id}@${new URL(addresses.siteUrl).hostname}>`,
    fileName: `${new Date(sentAt).toISOString().replaceAll(/[:.]/g, '-')}-${name}-${letter.id}.eml`,
    from: addresses.from,
    to: letter.recipient ?? addresses.to,
    replyTo: letter.kind === 'notification' ? replyAddress(submission?.data.email ?? '') : null,
    sentAt,
  };
}

function render(
  { kind, submission, details }: ClaimedLetter,
  siteUrl: string,
  decrypt: (details: string) => EmailDetails,
): Rendered {
  if (!submission) return renderStaffLetter(kind as StaffLetterKind, details === null ? {} : decrypt(details));
  const { id, reference, data, submittedAt, dueAt } = submission;
  const form = formOf(submission.formName, data);
  if (kind === 'notification') return renderNotification({ form, data, reference, submittedAt });
  const hours = Number(kind.replace('promise-', ''));
  return renderPromiseWarning({
    hours,
    reference,
    form: form.name,
    name: senderOf(form, data).name,
    submittedAt,
    dueAt: dueAt ?? submittedAt,
    link: `${siteUrl}/desk/submissions/${id}`,
  });
}
