import { buffer } from 'node:stream/consumers';
import { hour, minute } from '#forms/durations.ts';
import { mergedIntoOf } from '#server/claims/merged-into.ts';
import type { App } from '#server/core/app.ts';
import { lockNamesUntilCommit } from '#server/core/database/engine.ts';
import type { InboundState } from '#server/core/database/message-tables.ts';
import type { Db, Tx } from '#server/core/database/schema.ts';
import { defineJob, done, retryAfter } from '#server/core/jobs/define-job.ts';
import { jobIdIn } from '#server/mail/out/email-text.ts';
import { textWithFiles } from './email-files.ts';
import { noteOn } from './email-in-mailbox.ts';
import { fileEmail, type InboundRow } from './file-email.ts';
import { keepFiles } from './keep-files.ts';
import { type Match, matchClaim } from './match-claim.ts';
import { type InboundEmail, parseEmail } from './parse-email.ts';
import { Unreadable } from './read-mime.ts';
import { inboundKind, rawKeyOf } from './receive-inbound.ts';
import { reportedEmail, storeReport } from './reported-emails.ts';

/** The job that reads an e-mail that came in, and adds it to the claim to which it belongs. It may run more than once. */
export const inboundJob = defineJob({
  kind: inboundKind,
  title: 'Emails that came in',
  retry: retryAfter(5_000, minute, 5 * minute, hour, hour, hour, hour),
  handle: async ({ payload }, run, app) => {
    const row = await find(app, payload ?? '');
    if (!row || (row.state !== 'waiting' && row.state !== 'filed')) return done('It was dealt with before.');
    const email = await readEmail(app, row.id);
    await run.renewLease();
    if (row.state === 'filed') return done(await keepFiles(app, row, email));
    const found = email === null || email.report !== null ? null : await matchClaim(app, email);
    const reported = email?.report ? await reportedEmail(app, email.report) : null;
    const outcome = await app.db.write(async (tx) => {
      const state = await settle(app, tx, row, email, found);
      if (state === 'noted' && reported !== null && email?.report) await storeReport(app, tx, reported, email.report);
      return state;
    });
    if (reported !== null) {
      app.noteChange(true);
      void app.checkAlarms();
    }
    if (outcome === 'filed') {
      // Jobs may be due, and staff may be looking at the claim.
      app.noteChange(true);
      const filed = await find(app, row.id);
      if (filed && email) await keepFiles(app, filed, email);
    }
    return done(outcome);
  },
});

async function find({ db }: App, id: string): Promise<InboundRow | null> {
  const query = (store: Db) => store.selectFrom('inbound_emails').selectAll().where('id', '=', id).executeTakeFirst();
  return (await db.read(query)) ?? null;
}

async function settle(app: App, tx: Tx, row: InboundRow, email: InboundEmail | null, found: Match | null): Promise<InboundState> {
  const set = async (state: InboundState, detail: string | null = null) => {
    await tx
      .updateTable('inbound_emails')
      .set({ state, detail, ...(email && valuesOf(email, state !== 'duplicate')) })
      .where('id', '=', row.id)
      .execute();
    return state;
  };
  if (email === null) return set('unsorted', 'It cannot be read.');
  // The same e-mail may be coming by two ways at this moment.
  await lockNamesUntilCommit(tx, [`inbound ${email.key}`]);
  const before = await sameBefore(tx, row, email.key);
  const elsewhere = await whereElse(tx, before, found);
  if (before.length > 0 && elsewhere === null) return set('duplicate');
  if (email.report !== null) return set('noted', 'A mail server’s report on an email that it took from us.');
  if (await isOwn(tx, email, app.env.siteUrl)) return set('noted', 'An email of ours that came back to this mailbox.');
  if (found === null || elsewhere !== null) return set('unsorted', elsewhere);
  const filed = await fileEmail(app, tx, { row, email: withOthers(email, found.others), submissionId: found.id });
  return 'reason' in filed ? set('unsorted', filed.reason) : 'filed';
}

/** With what tells of the other claims whose address it went to: it is with one of them alone, and each may wait for it. */
function withOthers(email: InboundEmail, others: string[]): InboundEmail {
  if (others.length === 0) return email;
  const note = `[This email also went to the address of ${others.join(', ')}. It is shown with this claim alone.]`;
  return { ...email, text: `${note}\n\n${email.text}`.trim() };
}

/** The columns of an e-mail that was read; `isShown`: with what staff are shown of one that belongs to no claim. */
function valuesOf(email: InboundEmail, isShown: boolean) {
  const { key: message_key, messageId: message_id, from: sender, replyTo: reply_to, subject } = email;
  const text = textWithFiles(email);
  const is_sender_proven = email.isSenderProven ? 1 : 0;
  const is_automatic = email.automatic === null ? 0 : 1;
  return { message_key, message_id, is_sender_proven, is_automatic, ...(isShown && { sender, reply_to, subject, text }) };
}

/** How much of an e-mail that cannot be read is looked at, for who sent it and to whom. */
const topBytes = 16 * 1024;

/**
 * Reads an e-mail that is kept. Of one that cannot be read, whenever it is tried, there are its first headers, with our words as its text;
 * null where they cannot be read either.
 */
export async function readEmail({ env, files }: App, id: string): Promise<InboundEmail | null> {
  const raw = await buffer(await files.read(rawKeyOf(id)));
  try {
    return await parseEmail(raw, env.mailAuthServId);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    const [top = ''] = raw
      .subarray(0, topBytes)
      .toString('latin1')
      .split(/\r?\n\r?\n/);
    const text = `This email cannot be read here (${Math.ceil(raw.length / 1_000)} kB). Ask its sender to send it again in another way.`;
    // A header that decides who sent it may be among those that are left out.
    return parseEmail(noteOn(Buffer.from(top, 'latin1'), text), null).catch(() => null);
  }
}

/** How many copies of one e-mail are looked at, the first of which was kept. */
const mostCopies = 50;

/** The same e-mail as it came before: the claim to which it was added, if it was. */
async function sameBefore(tx: Tx, { id }: InboundRow, key: string) {
  const query = tx.selectFrom('inbound_emails').select(['state', 'submission_id as claim']).where('message_key', '=', key);
  return query.where('id', '<>', id).orderBy('id').limit(mostCopies).execute();
}

type Before = Awaited<ReturnType<typeof sameBefore>>;

/** Where it is, if that is with other claims alone, which do not name the one to which this copy went: a blind copy names nobody. */
async function whereElse(tx: Tx, before: Before, found: Match | null): Promise<string | null> {
  const kept = before.filter(({ state }) => state !== 'duplicate');
  if (found === null || kept.length === 0 || kept.some(({ claim }) => claim === null)) return null;
  const ids = await Promise.all(kept.map(({ claim }) => mergedIntoOf(tx, claim ?? '')));
  const rows = await tx
    .selectFrom('form_submissions')
    .select(['id', 'reference'])
    .where('id', 'in', [...ids, found.id])
    .execute();
  const others = rows.filter(({ id }) => id !== found.id).map(({ reference }) => reference);
  if (ids.includes(found.id) || others.some((reference) => found.others.includes(reference))) return null;
  const own = rows.find(({ id }) => id === found.id)?.reference;
  return `The same email is with ${others.join(' and ')}. This copy of it went to ${own}.`;
}

/** Whether it is an e-mail that we sent ourselves, which somebody's rule has sent back. */
async function isOwn(tx: Tx, { messageId, ownId }: InboundEmail, siteUrl: string): Promise<boolean> {
  const ids = [messageId, ownId].map((id) => jobIdIn(id ?? '', siteUrl));
  return (await tx.selectFrom('jobs').select('id').where('id', 'in', ids).executeTakeFirst()) !== undefined;
}
