import { domainToASCII } from 'node:url';
import type { Answers } from '#forms/form.ts';
import { formOf } from '#forms/forms.ts';
import type { LeasedJob } from '#server/jobs/define-job.ts';
import { type AccountTemplate, renderAccountEmail } from './account-emails.ts';
import type { ClaimantUpdate } from './claimant-update.ts';
import type { EmailDetails } from './email-details.ts';
import type { Rendered } from './email-layout.tsx';
import type { SubmissionTemplate } from './email-titles.ts';
import type { Message } from './mailer.ts';
import { renderSubmissionEmail } from './submission-emails.tsx';

export type EmailTemplate = SubmissionTemplate | AccountTemplate;

/** The submission that an e-mail is about. */
export type EmailSubject = {
  id: string;
  reference: string;
  formName: string;
  submittedAt: number;
  dueAt: number | null;
  data: Answers;
  /** Of the e-mail that tells what the claimant did since. */
  update: ClaimantUpdate | null;
};

export type Email = { template: EmailTemplate; submission: EmailSubject | null } & Pick<
  LeasedJob,
  'id' | 'recipient' | 'payload' | 'createdAt'
>;

export type Addresses = {
  from: string;
  to: string;
  /** The public origin: of links, and its host is the right part of every Message-ID. */
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
  if (!submission) return renderAccountEmail(template as AccountTemplate, payload === null ? {} : decrypt(payload));
  const { id, formName, reference, data, submittedAt, dueAt, update } = submission;
  return renderSubmissionEmail(template, {
    ...{ form: formOf(formName, data), data, reference, submittedAt, update },
    dueAt: dueAt ?? submittedAt,
    link: `${siteUrl}/desk/submissions/${id}`,
  });
}

/** RFC 5321. */
const maxAddressLength = 254;

/**
 * The visitor's address for the Reply-To header, or null for none. Some mail servers refuse an e-mail with other scripts in a
 * header: a domain in another script is converted to ASCII, and there is no header where the part before the @ is in another
 * script. The e-mail itself contains the address as it was typed.
 */
export function replyAddress(typed: string): string | null {
  const at = typed.lastIndexOf('@');
  const name = typed.slice(0, at);
  const domain = typed.length <= maxAddressLength ? domainToASCII(typed.slice(at + 1)) : '';
  const address = `${name}@${domain}`;
  return isPlainName(name) && domain.includes('.') && address.length <= maxAddressLength ? address : null;
}

/** Needs no quotes, so that nothing in it has a meaning in a list of addresses. */
function isPlainName(name: string): boolean {
  return /^[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*$/.test(name);
}
