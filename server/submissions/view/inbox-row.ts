import { formOf } from '#forms/forms.ts';
import { senderOf, summaryOf } from '#forms/sender.ts';
import { nameIn } from '#server/audit/audit-trail.ts';
import { answersOf } from '#server/database/schema.ts';
import type { InboxRow, MailState, Status } from '../inbox/inbox.ts';
import type { SubmissionRow } from './view-store.ts';

/** A line of the inbox, made from a row of the store and what other tables say of it. */
export function inboxRow(row: SubmissionRow, more: { mail: MailState; names: Map<string, string> }): InboxRow {
  const data = answersOf(row.form_data);
  const form = formOf(row.form_name, data);
  return {
    id: row.id,
    reference: row.reference,
    form: row.form_name,
    name: senderOf(form, data).name,
    summary: summaryOf(form, data),
    createdAt: row.created_at,
    dueAt: row.due_at,
    targetAt: row.target_at,
    status: statusOf(row),
    mail: more.mail,
    assignedTo: row.assigned_to === null ? null : { id: row.assigned_to, name: nameIn(more.names, row.assigned_to) },
  };
}

export function statusOf(row: Pick<SubmissionRow, 'quarantined_at' | 'closed_at' | 'contacted_at'>): Status {
  if (row.quarantined_at !== null) return 'quarantine';
  if (row.closed_at !== null) return 'closed';
  return row.contacted_at === null ? 'new' : 'contacted';
}
