import { formOf } from '#forms/forms.ts';
import { senderOf } from '#forms/sender.ts';
import { mergedIntoOf } from '#server/claims/merged-into.ts';
import { idsOfTerm } from '#server/claims/search/search-store.ts';
import { addressTerms } from '#server/claims/search/search-terms.ts';
import type { App } from '#server/core/app.ts';
import type { Db } from '#server/core/database/schema.ts';
import { answersOf } from '#server/core/database/schema.ts';
import { senderAddress, senderEmailKind } from '#server/mail/out/email-store.ts';
import { jobIdIn } from '#server/mail/out/email-text.ts';
import { mailboxOf } from '#server/mail/out/reply-address.ts';
import { replyTagsOf } from '#server/mail/out/reply-tags.ts';
import type { InboundEmail } from './parse-email.ts';

/** A sender with more claims than this has not exactly one that is open, as far as anybody looks. */
const mostClaims = 20;

/** A claim, and the references of others whose address the e-mail went to as well. */
export type Match = { id: string; others: string[] };

/**
 * The claim to which an e-mail belongs: by the code in the address to which it goes, then by a Message-ID of ours that it answers, then by
 * a sender with exactly one open claim, unless a program sent it. Never by its subject, which anybody can write. Of a merged claim it is the one that it was merged
 * into. Null where none is found.
 */
export async function matchClaim(app: App, email: InboundEmail): Promise<Match | null> {
  const { db: database } = app;
  const [tagged, ...others] = await replyTagsOf(app).submissionsOf(database, email.recipients);
  const found =
    tagged ??
    (await database.read((db) => answeredBy(db, email.references, app.env.siteUrl))) ??
    (email.automatic === null ? await onlyOpenClaimOf(app, email.from) : null);
  if (!found) return null;
  return database.read(async (db) => {
    const id = await mergedIntoOf(db, found);
    const mergedInto = await Promise.all(others.map((other) => mergedIntoOf(db, other)));
    const query = db.selectFrom('form_submissions').select('reference').where('id', 'in', mergedInto).where('id', '<>', id);
    const rows = mergedInto.length > 0 ? await query.orderBy('reference').execute() : [];
    return { id, others: rows.map(({ reference }) => reference) };
  });
}

/** The claim of the newest of these Message-IDs that is one of ours, or of an e-mail of its thread. */
async function answeredBy(db: Db, references: string[], siteUrl: string): Promise<string | null> {
  for (const id of references.toReversed()) {
    const message = await db.selectFrom('messages').select('submission_id').where('message_id', '=', id).executeTakeFirst();
    if (message) return message.submission_id;
    const job = await emailOf(db, id, siteUrl);
    if (job?.subject_id) return job.subject_id;
  }
  return null;
}

/** The e-mail to the sender of a form that has this Message-ID. */
function emailOf(db: Db, messageId: string, siteUrl: string) {
  return db
    .selectFrom('jobs')
    .select(['id', 'subject_id'])
    .where('id', '=', jobIdIn(messageId, siteUrl))
    .where('kind', '=', senderEmailKind)
    .executeTakeFirst();
}

async function onlyOpenClaimOf(app: App, from: string): Promise<string | null> {
  const { claims, isAll } = await openClaimsOf(app, [from]);
  return isAll && claims.length === 1 ? (claims[0]?.id ?? null) : null;
}

/** The open claims of whoever has one of these addresses, as far as anybody looks. */
export async function openClaimsOf(
  app: App,
  addresses: string[],
): Promise<{ claims: { id: string; reference: string; name: string }[]; isAll: boolean }> {
  const boxes = addresses.map(mailboxOf);
  const terms = [...new Set(addresses.flatMap(addressTerms))];
  const found = await Promise.all(terms.map((term) => idsOfTerm(app, term, mostClaims + 1)));
  const ids = [...new Set(found.flat())];
  const isAll = found.every(({ length }) => length <= mostClaims);
  if (ids.length === 0) return { claims: [], isAll };
  const rows = await app.db.read((db) =>
    db
      .selectFrom('form_submissions')
      .select(['id', 'reference', 'form_name', 'form_data'])
      .where('id', 'in', ids)
      .where('closed_at', 'is', null)
      .where('quarantined_at', 'is', null)
      .where('merged_into', 'is', null)
      .orderBy('created_at', 'desc')
      .execute(),
  );
  const claims = rows.flatMap(({ id, reference, form_name: formName, form_data }) => {
    const data = answersOf(form_data);
    const address = senderAddress({ formName, data });
    if (address === null || !boxes.includes(mailboxOf(address))) return [];
    return { id, reference, name: senderOf(formOf(formName, data), data).name };
  });
  return { claims, isAll };
}
