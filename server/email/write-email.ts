import { domainToASCII } from 'node:url';
import type { FormData } from '#forms/form.ts';
import { formOf } from '#forms/forms.ts';
import { senderOf } from '#forms/sender.ts';
import type { LeasedJob } from '#server/jobs/define-job.ts';
import type { EmailDetails } from './email-details.ts';
import type { Rendered } from './email-layout.tsx';
import type { Message } from './mailer.ts';
import { renderNotification } from './notification-email.tsx';
import { type AccountEmail, renderAccountEmail, renderResponseReminder } from './staff-emails.ts';

/** `reminder-…`: of a submission that nobody has answered, so many hours after it came. */
export type ReminderTemplate = `reminder-${number}`;
export type EmailTemplate = 'notification' | ReminderTemplate | AccountEmail;

/** What an e-mail is about; null where it is about a member of staff. */
export type EmailSubject = {
  id: string;
  reference: string;
  formName: string;
  submittedAt: number;
  dueAt: number | null;
  data: FormData;
};

export type Email = { template: EmailTemplate; submission: EmailSubject | null } & Pick<
  LeasedJob,
  'id' | 'recipient' | 'payload' | 'createdAt'
>;

export type Addresses = {
  from: string;
  to: string;
  /** The public origin: where links lead, and its host is the right part of every Message-ID. */
  siteUrl: string;
};

export function writeEmail(email: Email, addresses: Addresses, decrypt: (details: string) => EmailDetails): Message {
  const { id, template, submission } = email;
  const sentAt = submission && template === 'notification' ? submission.submittedAt : email.createdAt;
  const name = submission?.reference ?? template;
  return {
    ...render(email, addresses.siteUrl, decrypt),
    id: `<${id}@${new URL(addresses.siteUrl).hostname}>`,
    fileName: `${new Date(sentAt).toISOString().replaceAll(/[:.]/g, '-')}-${name}-${id}.eml`,
    from: addresses.from,
    to: email.recipient ?? addresses.to,
    replyTo: template === 'notification' ? replyAddress(submission?.data.email ?? '') : null,
    sentAt,
  };
}

function render({ template, submission, payload }: Email, siteUrl: string, decrypt: (details: string) => EmailDetails): Rendered {
  if (!submission) return renderAccountEmail(template as AccountEmail, payload === null ? {} : decrypt(payload));
  const { id, reference, data, submittedAt, dueAt } = submission;
  const form = formOf(submission.formName, data);
  if (template === 'notification') return renderNotification({ form, data, reference, submittedAt });
  return renderResponseReminder({
    hours: Number(template.replace('reminder-', '')),
    reference,
    form: form.name,
    name: senderOf(form, data).name,
    submittedAt,
    dueAt: dueAt ?? submittedAt,
    link: `${siteUrl}/desk/submissions/${id}`,
  });
}

/** The longest address that mail can carry (RFC 5321). */
const longestAddress = 254;

/**
 * The visitor's address as a Reply-To header may hold it, or null. Not every mail server takes other scripts in a header, and an
 * e-mail must not be refused for one: a domain in another script is written in its ASCII form, a name in front of the @ in
 * another script leaves the header out. The address as it was typed stands in the e-mail all the same.
 */
export function replyAddress(typed: string): string | null {
  const at = typed.lastIndexOf('@');
  const name = typed.slice(0, at);
  const domain = typed.length <= longestAddress ? domainToASCII(typed.slice(at + 1)) : '';
  const address = `${name}@${domain}`;
  return isPlainName(name) && domain.includes('.') && address.length <= longestAddress ? address : null;
}

/** Only what needs no quotes, so that nothing in it can mean something in a list of addresses. */
function isPlainName(name: string): boolean {
  return /^[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*$/.test(name);
}
