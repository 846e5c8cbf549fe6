import type { Answers } from '#forms/form.ts';
import { formOf } from '#forms/forms.ts';
import { senderOf } from '#forms/sender.ts';
import type { Db } from '#server/database/schema.ts';
import type { NewJob } from '#server/jobs/queue.ts';
import { acknowledgementKind } from './email-store.ts';
import type { SenderTemplate } from './email-titles.ts';
import { replyAddress } from './reply-address.ts';

type Sent = { id: string; formName: string; data: Answers };

/** The address to which e-mails for the sender go; null where none that was typed can be used. */
export function senderAddress({ formName, data }: Omit<Sent, 'id'>): string | null {
  return replyAddress(senderOf(formOf(formName, data), data).email);
}

/** The e-mail to the sender as a job, to be stored with its cause; none where there is no address. */
export function emailToSender(sent: Sent, template: SenderTemplate, createdAt: number): NewJob[] {
  const recipient = senderAddress(sent);
  return recipient === null ? [] : [{ kind: acknowledgementKind, template, subjectId: sent.id, recipient, createdAt }];
}

/** Whether an acknowledgement of the submission was sent, or waits to be. */
export async function isAcknowledged(db: Db, subjectId: string): Promise<boolean> {
  const row = await db
    .selectFrom('jobs')
    .select('id')
    .where('subject_id', '=', subjectId)
    .where('template', '=', 'acknowledgement' satisfies SenderTemplate)
    .where((where) => where.or([where('finished_at', 'is', null), where('last_outcome', '=', 'sent')]))
    .executeTakeFirst();
  return row !== undefined;
}
