import { withMerged } from '#server/claims/merged-into.ts';
import type { Db } from '#server/core/database/schema.ts';
import { defineEmail } from '#server/mail/out/define-email.ts';
import { firmDetails } from '#server/mail/out/email-text.ts';
import { keepToYourself, linkToClaim } from '../sender-emails.ts';

/** What a member of staff wrote to the claimant. Its job has the id of the message. */
export const reply = defineEmail({
  template: 'reply',
  title: 'To the sender: a message from staff',
  to: 'sender',
  isAlwaysSent: true,
  isPersonal: true,
  reads: readReply,
  render: ({ reference, privateLink }, { subject, text, references }: Reply) => ({
    subject,
    title: `Your reference ${reference}`,
    paragraphs: [text],
    link: linkToClaim(privateLink),
    closing: [...(privateLink === null ? [] : [keepToYourself]), firmDetails()],
    ...(references.length > 0 && { references }),
  }),
});

/** `references`: the Message-IDs of the thread before it, oldest first. `messages`: for the log, which must not have the text. */
type Reply = { subject: string; text: string; references: string[]; messages: string[] };

/** Mail programs put a message into its thread by the last of these; a header has room for some. */
const maxReferences = 20;

async function readReply(
  db: Db,
  row: { id: string },
  { payload }: { createdAt: number; payload: string | null },
): Promise<Reply | null> {
  const message = await db
    .selectFrom('messages')
    .selectAll()
    .where('id', '=', payload ?? '')
    .where('submission_id', '=', row.id)
    .where('state', '<>', 'taken back')
    .executeTakeFirst();
  if (!message) return null;
  const { subject, text } = message;
  const references = await threadOf(db, row.id, message);
  return { subject: subject ?? '', text, references, messages: [subject ?? '', text] };
}

/** The Message-IDs of the e-mails of a claim before one, oldest first. The one that it answers is the last. */
async function threadOf(
  db: Db,
  submissionId: string,
  { at, in_reply_to: answered, message_id: own }: { at: number; in_reply_to: string | null; message_id: string | null },
): Promise<string[]> {
  const rows = await db
    .selectFrom('messages')
    .select('message_id')
    .where('submission_id', 'in', await withMerged(db, submissionId))
    .where('message_id', 'is not', null)
    .where('state', '<>', 'taken back')
    .where('at', '<=', at)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxReferences)
    .execute();
  const before = rows.flatMap(({ message_id: id }) => (id === null || id === own || id === answered ? [] : [id])).toReversed();
  return answered === null ? before : [...before, answered];
}
