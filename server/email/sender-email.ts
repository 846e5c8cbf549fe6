import type { Answers } from '#forms/form.ts';
import { formOf } from '#forms/forms.ts';
import { senderOf } from '#forms/sender.ts';
import type { NewJob } from '#server/jobs/queue.ts';
import type { SenderEmailKind } from './define-email.ts';
import { senderEmailKind } from './email-store.ts';
import { replyAddress } from './reply-address.ts';

type Sent = { id: string; formName: string; data: Answers };

/** The address to which e-mails for the sender go; null where none that was typed can be used. */
export function senderAddress({ formName, data }: Omit<Sent, 'id'>): string | null {
  return replyAddress(senderOf(formOf(formName, data), data).email);
}

/** The e-mail to the sender as a job, to be stored with its cause; none where there is no address. */
export function emailToSender(sent: Sent, { template }: SenderEmailKind, createdAt: number): NewJob[] {
  const recipient = senderAddress(sent);
  return recipient === null ? [] : [{ kind: senderEmailKind, template, subjectId: sent.id, recipient, createdAt }];
}
