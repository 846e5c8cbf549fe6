import { minute } from '#forms/durations.ts';
import { senderOf } from '#forms/sender.ts';
import type { Db } from '#server/core/database/schema.ts';
import { defineEmail, type SubmissionEmail } from '#server/mail/out/define-email.ts';
import type { EmailContent } from '#server/mail/out/email-content.ts';
import { teamSummaryOf } from '#server/mail/out/team-summary.ts';
import { digestEntry } from '../team-emails.ts';
import type { SubmissionRow } from '../view/submission-reader.ts';

/** To whom the claim was assigned, by whom, and the note that was added with it. */
type Payload = { to: string; by: string; noteId: string | null };

/** Not an object: those are encrypted as the details of an account are. */
export function assignmentPayload({ to, by, noteId }: Payload): string {
  return JSON.stringify([to, by, noteId]);
}

/** Tells a member of staff that a colleague has assigned a claim to them. Several within a minute leave as one e-mail. */
export const assignmentEmail = defineEmail({
  template: 'assigned',
  title: 'To a member of staff: a claim was assigned to them',
  to: 'team',
  digest: { everyMs: minute, render: assignmentsContent },
  reads: (db, row, { payload }) => readAssignment(db, row, payload),
  render: (email, { by = 'A colleague', note = null }: { by?: string; note?: string | null }): EmailContent => {
    const { reference, form, data } = email;
    const { name } = senderOf(form, data);
    return {
      subject: `[Desk] ${by} assigned ${reference} ${name} to you`,
      title: `${reference} is yours`,
      summary: teamSummaryOf(email),
      paragraphs: [`${by} assigned it to you${note === null ? '.' : ', with a note:'}`, ...(note === null ? [] : [note])],
    };
  },
});

function assignmentsContent(emails: SubmissionEmail[]): EmailContent {
  const title = `${emails.length} claims were assigned to you`;
  return {
    subject: `[Desk] ${title}`,
    title,
    paragraphs: ['Each is in the desk with its notes.'],
    entries: emails.map(digestEntry),
  };
}

/** Who assigned it, and with which note; null where it is no longer assigned so. */
async function readAssignment(
  db: Db,
  row: SubmissionRow,
  payload: string | null,
): Promise<{ by: string; note: string | null; messages?: string[] } | null> {
  const [to, by, noteId]: (string | null)[] = JSON.parse(payload ?? '[]');
  if (to === undefined || row.assigned_to !== to) return null;
  const staff = await db
    .selectFrom('staff')
    .select('name')
    .where('id', '=', by ?? '')
    .executeTakeFirst();
  const note = await db
    .selectFrom('notes')
    .select('text')
    .where('id', '=', noteId ?? '')
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  return { by: staff?.name ?? 'A colleague', note: note?.text ?? null, ...(note && { messages: [note.text] }) };
}
