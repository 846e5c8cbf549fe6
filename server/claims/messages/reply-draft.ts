import { emptyReply, replyTemplates } from '#content/reply-templates.ts';
import { site } from '#content/site.ts';
import { openHours } from '#content/stated-hours.ts';
import { formOf } from '#forms/forms.ts';
import { type PhoneLinks, phoneViewOf } from '#forms/phone-numbers.ts';
import { senderOf } from '#forms/sender.ts';
import type { App } from '#server/core/app.ts';
import { answersOf } from '#server/core/database/schema.ts';
import { shownAddress } from '#server/core/email-address.ts';
import { senderAddress } from '#server/mail/out/email-store.ts';
import type { StaffMember } from '#server/people/staff/staff-member.ts';
import { privateLinkOf } from '../private-link.ts';
import type { SubmissionRow } from '../view/submission-reader.ts';
import * as submissions from '../view/submission-reader.ts';

/** What somebody needs to write to a claimant. */
export type ReplyDraft = {
  reference: string;
  /** The name of the claimant, the address to which an e-mail goes, null where there is none, and the phone numbers. */
  name: string;
  address: string | null;
  /** An e-mail ends with the private link, where files can be added. It is the one that the claimant has. */
  hasLink: boolean;
  numbers: PhoneLinks[];
  subject: string;
  text: string;
  /** The templates, filled in. */
  templates: { name: string; title: string; text: string }[];
};

/** Reads what is needed to write to a claimant: with the text that was taken back last, or with that of a template. */
export async function readReplyDraft(app: App, staff: StaffMember, id: string, template = ''): Promise<ReplyDraft | null> {
  const [row] = await submissions.rows(app, [id]);
  if (!row) return null;
  const data = answersOf(row.form_data);
  const { name, phone } = senderOf(formOf(row.form_name, data), data);
  const address = senderAddress({ formName: row.form_name, data });
  const messages = await submissions.messages(app, [id, ...(await submissions.mergedInto(app, id)).map((one) => one.id)]);
  const facts = {
    name: name.split(' ')[0] ?? '',
    reference: row.reference,
    handler: staff.name,
    helpline: site.helpline.display,
    hours: openHours,
    complaints: `${app.env.siteUrl}/complaints`,
  };
  const templates = replyTemplates.map((one) => ({ ...one, text: filledIn(one.text, facts) }));
  const last = messages.findLast(({ channel, direction }) => channel === 'email' || direction === 'out');
  const takenBack = last?.state === 'taken back' && last.by === staff.id ? last : null;
  const chosen = templates.find((one) => one.name === template)?.text;
  return {
    reference: row.reference,
    name,
    numbers: phoneViewOf(phone).numbers,
    address: address && shownAddress(address),
    hasLink: privateLinkOf(row) !== null,
    subject: takenBack?.subject ?? subjectOf(row, messages),
    text: chosen ?? takenBack?.text ?? filledIn(emptyReply, facts),
    templates,
  };
}

/** The subject of the thread, by which mail programs keep it together. */
function subjectOf(row: SubmissionRow, messages: { subject: string | null; state: string }[]): string {
  const last = messages.findLast(({ subject, state }) => subject && state !== 'taken back')?.subject;
  if (!last) return `Your reference ${row.reference}`;
  return /^re:/i.test(last) ? last : `Re: ${last}`;
}

function filledIn(template: string, facts: Record<string, string>): string {
  return template.replaceAll(/\$(\w+)/g, (whole, key: string) => facts[key] ?? whole).replaceAll(' ,', ',');
}

/** What a template leaves to staff and a text still has in brackets. */
export function blankIn(text: string): string | null {
  const blanks = replyTemplates.flatMap((template) => template.text.match(/\[[^\]\n]+\]/g) ?? []);
  return blanks.find((blank) => text.includes(blank)) ?? null;
}
