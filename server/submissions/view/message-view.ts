import type { Selectable } from 'kysely';
import { nameIn } from '#server/audit/audit-trail.ts';
import type { MessageChannel, MessageState } from '#server/database/message-tables.ts';
import type { Schema } from '#server/database/schema.ts';
import type { EmailView } from './submission-view.ts';

export type MessageRow = Selectable<Schema['messages']>;

/** A message between the claimant and the team. */
export type MessageView = {
  id: string;
  direction: 'in' | 'out';
  channel: MessageChannel;
  at: number;
  /** The member of staff who wrote it; null for one from outside. */
  by: string | null;
  /** The e-mail address that it came from or went to. */
  address: string | null;
  subject: string | null;
  text: string;
  state: MessageState;
  /** What became of the e-mail that it was sent as; null for one that came in. */
  email: EmailView | null;
  /** It came in, and nobody of the team has looked since. */
  isNew: boolean;
  /** It came by the private link, or a mail server that we trust says that it is from the domain that it names. */
  isSenderProven: boolean;
};

export function messageView(
  row: MessageRow,
  claim: Pick<Selectable<Schema['form_submissions']>, 'claimant_update_seen_at'>,
  names: Map<string, string>,
  emails: EmailView[],
): MessageView {
  const { id, direction, channel, at, by, address, subject, text, state } = row;
  return {
    id,
    direction,
    channel,
    at,
    address,
    subject,
    text,
    state,
    email: emails.find((email) => email.id === id) ?? null,
    by: by === null ? null : nameIn(names, by),
    isNew: direction === 'in' && at > (claim.claimant_update_seen_at ?? 0),
    isSenderProven: channel === 'page' || row.is_sender_proven === 1,
  };
}
