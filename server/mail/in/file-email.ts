import type { Selectable } from 'kysely';
import { day } from '#forms/durations.ts';
import { type EmailQuotas, emailQuotasOf } from '#server/claims/accept/email-quotas.ts';
import type { App } from '#server/core/app.ts';
import { type Actor, emailActor } from '#server/core/audit/audit-event.ts';
import { lockRows } from '#server/core/database/engine.ts';
import { answersOf, type Schema, type Tx } from '#server/core/database/schema.ts';
import { addressKey } from '#server/core/email-address.ts';
import { senderAddress } from '#server/mail/out/email-store.ts';
import { mailboxOf } from '#server/mail/out/reply-address.ts';
import { noteClaimantUpdate } from '#server/people/claimant/mark-update.ts';
import type { InboundEmail } from './parse-email.ts';
import { rawKeyOf } from './receive-inbound.ts';

export type InboundRow = Selectable<Schema['inbound_emails']>;

/** No person writes as many e-mails about one claim in a day: a program does, or two that answer each other. */
const mostInADay = 100;

/**
 * Adds an e-mail to a claim as a message, which then waits for an answer unless it is a reaction, or a colleague's; nothing else of the claim
 * changes. `actor`: who says that it belongs there. Returns why not, where there is no such claim or it has very many.
 */
export async function fileEmail(
  app: App,
  tx: Tx,
  { row, email, submissionId, actor = emailActor }: { row: InboundRow; email: InboundEmail; submissionId: string; actor?: Actor },
  quotas: EmailQuotas = emailQuotasOf(app),
): Promise<{ hasEmail: boolean } | { reason: string }> {
  const now = app.now();
  const query = tx.selectFrom('form_submissions').select(['form_name', 'form_data']).where('id', '=', submissionId);
  const claim = await lockRows(tx, query, 'for no key update').executeTakeFirst();
  if (!claim) return { reason: 'The claim was erased.' };
  if (actor === emailActor && (await countSince(tx, submissionId, now - day)) >= mostInADay)
    return { reason: 'The claim has very many emails of today.' };
  // A group, or a rule of a mailbox, sends on what others wrote from an address of its own, which may be a colleague's.
  const by = email.automatic === 'other' ? null : await colleagueOf(tx, email.from, claim);
  const needsAnswer = !email.isReaction && by === null;
  const isKnown = email.messageId !== null && (await hasMessageId(tx, email.messageId));
  await tx
    .insertInto('messages')
    .values({
      id: row.id,
      submission_id: submissionId,
      direction: 'in',
      channel: 'email',
      at: row.received_at,
      by,
      address: email.from,
      subject: email.subject,
      text: email.text + (email.isCut ? '\n\n[The rest is in the email as it came.]' : ''),
      // One that repeats the Message-ID of another e-mail does not take its place in the thread.
      message_id: isKnown ? null : email.messageId,
      in_reply_to: email.references.at(-1) ?? null,
      raw_key: rawKeyOf(row.id),
      is_sender_proven: email.isSenderProven ? 1 : 0,
      answered_at: needsAnswer ? null : row.received_at,
      is_automatic: email.automatic === null ? 0 : 1,
      reply_to: email.replyTo,
    })
    .execute();
  await tx
    .updateTable('inbound_emails')
    .set({ state: 'filed', submission_id: submissionId, message_key: email.key, message_id: email.messageId })
    // The message has them.
    .set({ sender: null, reply_to: null, subject: null, text: null, detail: null })
    .where('id', '=', row.id)
    .execute();
  const action = actor === emailActor ? 'email received' : 'email attached';
  app.audit.recordIn(tx, { actor, action, subjectId: submissionId, details: { message: row.id } });
  if (!needsAnswer) return { hasEmail: false };
  // Two programs that answer each other must not go on for ever.
  const tellsTeam = email.automatic !== 'answer';
  return { hasEmail: await noteClaimantUpdate(tx, submissionId, now, { quotas, tellsTeam }) };
}

/** The member of staff whose address this is, as far as it says; null for the claimant, who may be one of them. */
async function colleagueOf(
  tx: Tx,
  from: string,
  claim: Pick<Selectable<Schema['form_submissions']>, 'form_name' | 'form_data'>,
): Promise<string | null> {
  const address = senderAddress({ formName: claim.form_name, data: answersOf(claim.form_data) });
  if (address !== null && mailboxOf(address) === mailboxOf(from)) return null;
  const query = tx.selectFrom('staff').select('id').where('leftAt', 'is', null);
  return (await query.where(({ fn }) => fn('lower', ['email']), '=', addressKey(from)).executeTakeFirst())?.id ?? null;
}

async function countSince(tx: Tx, submissionId: string, since: number): Promise<number> {
  const row = await tx
    .selectFrom('messages')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('submission_id', '=', submissionId)
    .where('direction', '=', 'in')
    .where('channel', '=', 'email')
    .where('at', '>', since)
    .executeTakeFirst();
  return Number(row?.count ?? 0);
}

async function hasMessageId(tx: Tx, messageId: string): Promise<boolean> {
  return (await tx.selectFrom('messages').select('id').where('message_id', '=', messageId).executeTakeFirst()) !== undefined;
}
