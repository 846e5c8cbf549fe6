import type { Selectable } from 'kysely';
import { nameIn } from '#server/core/audit/audit-trail.ts';
import type { MessageChannel, MessageState } from '#server/core/database/message-tables.ts';
import { answersOf, type Schema } from '#server/core/database/schema.ts';
import { shownAddress } from '#server/core/email-address.ts';
import { senderAddress } from '#server/mail/out/email-store.ts';
import { mailboxOf } from '#server/mail/out/reply-address.ts';
import type { MessageRow } from './submission-reader.ts';

/** What a mail server said later of an e-mail that it had taken; attempts have these outcomes (server/mail/in/reported-emails.ts). */
export const reportedStates = ['delayed', 'perhaps not delivered', 'returned'] as const;

type ReportedState = (typeof reportedStates)[number];

/** An e-mail that the product wrote. */
export type EmailView = {
  id: string;
  template: string;
  title: string;
  recipient: string | null;
  createdAt: number;
  /**
   * `not sent`: there was no reason to send it any more, or an e-mail to the sender was given up. Neither is a failure. Of one that was sent
   * a mail server may say later that it is `delayed`, and `perhaps not delivered` where nothing followed, or that it is `returned`.
   */
  state: 'waiting' | 'sent' | 'failed' | 'not sent' | ReportedState;
  /** The detail of the last attempt. */
  detail: string | null;
  at: number | null;
  nextAttemptAt: number | null;
  attempts: { at: number; outcome: string; detail: string }[];
};

/** A message between the claimant and the team. */
export type MessageView = {
  id: string;
  direction: 'in' | 'out';
  channel: MessageChannel;
  at: number;
  /** The member of staff who wrote it, also from their own mailbox; null for one from outside. */
  by: string | null;
  /** It came by the page of the claim, or from the e-mail address of its sender. */
  isFromClaimant: boolean;
  /** The e-mail address that it came from or went to. */
  address: string | null;
  subject: string | null;
  text: string;
  state: MessageState;
  /** What became of the e-mail that it was sent as; null for one that came in. */
  email: EmailView | null;
  /** The files that came with it: by name the id, or why it was not kept. */
  files: { name: string; id: string | null; reason: string | null }[];
  /** It came in, and nobody of the team has looked since. */
  isNew: boolean;
  /** It came by the private link, or a mail server that we trust says that it is from the domain that it names. */
  isSenderProven: boolean;
  /** Its headers say that a program or a list sent it. */
  isAutomatic: boolean;
  /** To whom answers are to go, where that is somebody else. */
  replyTo: string | null;
};

/** `addedAt`: when an e-mail was added to the claim, which may be long after it came. */
export function messageView(
  row: MessageRow,
  claim: Pick<Selectable<Schema['form_submissions']>, 'claimant_update_seen_at' | 'form_name' | 'form_data'>,
  names: Map<string, string>,
  emails: EmailView[],
  addedAt = row.at,
): MessageView {
  const { id, direction, channel, at, by, address, subject, text, state } = row;
  const ofClaim = senderAddress({ formName: claim.form_name, data: answersOf(claim.form_data) });
  return {
    id,
    direction,
    channel,
    at,
    address: address && shownAddress(address),
    subject,
    text,
    state,
    files: JSON.parse(row.files ?? '[]'),
    email: emails.find((email) => email.id === id) ?? null,
    by: by === null ? null : nameIn(names, by),
    isFromClaimant: channel === 'page' || (by === null && ofClaim !== null && mailboxOf(address ?? '') === mailboxOf(ofClaim)),
    // What needed no answer when it came changes nothing that is seen.
    isNew: direction === 'in' && row.answered_at !== at && addedAt > (claim.claimant_update_seen_at ?? 0),
    isSenderProven: channel === 'page' || row.is_sender_proven === 1,
    isAutomatic: row.is_automatic === 1,
    replyTo: row.reply_to && shownAddress(row.reply_to),
  };
}
