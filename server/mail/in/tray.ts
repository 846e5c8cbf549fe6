import { unlimitedEmails } from '#server/claims/accept/email-quotas.ts';
import { liveUpdatesOf } from '#server/claims/inbox/live-updates.ts';
import type { App } from '#server/core/app.ts';
import { lockRows } from '#server/core/database/engine.ts';
import type { Tx } from '#server/core/database/schema.ts';
import { shownAddress } from '#server/core/email-address.ts';
import { enqueue } from '#server/core/jobs/queue.ts';
import type { StaffMember } from '#server/people/staff/staff-member.ts';
import { fileEmail, type InboundRow } from './file-email.ts';
import { readEmail } from './inbound-job.ts';
import { openClaimsOf } from './match-claim.ts';
import { inboundKind } from './receive-inbound.ts';

/** An e-mail that belongs to no claim, as far as anybody knows. */
export type UnsortedEmail = {
  id: string;
  receivedAt: number;
  sender: string;
  subject: string;
  text: string;
  isSenderProven: boolean;
  /** A program or a list sent it. */
  isAutomatic: boolean;
  /** To whom answers are to go, where that is somebody else. */
  replyTo: string | null;
  /** The open claims of who sent it, or is to get the answers: somebody else may have written either. */
  suggested: { reference: string; name: string }[];
  /** Why it is here, where that is not because no claim was found. */
  detail: string | null;
};

/** So many of those that came before the one with this id, or of the newest. */
type Range = { before: string | null; most: number };

type TrayOutcome = { kind: 'done'; submissionId: string | null } | { kind: 'refused'; message: string };

/** How much of each e-mail is shown: strangers decide what comes here. */
const mostText = 5_000;
const mostSuggested = 3;
const more = '\n\n[The rest is shown with the claim to which you add it.]';

/** The e-mails that belong to no claim, which staff attach to one or take away. */
export async function listUnsorted(app: App, _staff: StaffMember, range?: Range): Promise<UnsortedEmail[]> {
  const emails = await listOf(app, 'unsorted', range);
  return Promise.all(
    emails.map(async (email) => {
      const { claims } = await openClaimsOf(app, [email.sender, ...(email.replyTo ? [email.replyTo] : [])]);
      return { ...email, suggested: claims.slice(0, mostSuggested).map(({ reference, name }) => ({ reference, name })) };
    }),
  );
}

/** Reports of mail servers, and e-mails of our own that came back: nothing is to be done with them. */
export function listNoted(app: App, _staff: StaffMember, range?: Range): Promise<UnsortedEmail[]> {
  return listOf(app, 'noted', range);
}

export async function countUnsorted({ db }: App): Promise<number> {
  const row = await db.read((store) =>
    store
      .selectFrom('inbound_emails')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('state', '=', 'unsorted')
      .executeTakeFirst(),
  );
  return Number(row?.count ?? 0);
}

/** Adds an e-mail to the claim with this reference. */
export async function attachEmail(app: App, staff: StaffMember, id: string, reference: string): Promise<TrayOutcome> {
  const typed = reference.toUpperCase().replaceAll(/[^\dA-Z]/g, '');
  const wanted = `${typed.slice(0, 4)}-${typed.slice(4)}`;
  const claim = await app.db.read((db) =>
    db.selectFrom('form_submissions').select(['id', 'merged_into']).where('reference', '=', wanted).executeTakeFirst(),
  );
  if (!claim) return refused('There is no claim with that reference.');
  const submissionId = claim.merged_into ?? claim.id;
  const email = await readEmail(app, id).catch(() => null);
  if (!email) return refused('That email cannot be read. Look for it in the mailbox.');
  const outcome = await app.db.write(async (tx) => {
    const row = await rowToAttach(tx, id);
    if (!row) return refused('A colleague has sorted it.');
    const filed = await fileEmail(app, tx, { row, email, submissionId, actor: staff }, unlimitedEmails);
    if ('reason' in filed) return refused(filed.reason);
    // The job goes on with its files.
    await enqueue(tx, [{ kind: inboundKind, payload: id, createdAt: app.now() }]);
    return { kind: 'done' as const, submissionId };
  });
  if (outcome.kind === 'done') app.jobs.wake();
  liveUpdatesOf(app).notify();
  return outcome;
}

/** Takes an e-mail that belongs to no claim away. It is kept until its time, and can be put back. */
export function dismissEmail(app: App, staff: StaffMember, id: string): Promise<TrayOutcome> {
  return move(app, staff, id, 'unsorted', 'dismissed');
}

export function putEmailBack(app: App, staff: StaffMember, id: string): Promise<TrayOutcome> {
  return move(app, staff, id, 'dismissed', 'unsorted');
}

async function listOf(
  { db }: App,
  state: InboundRow['state'],
  { before, most }: Range = { before: null, most: 100 },
): Promise<UnsortedEmail[]> {
  const rows = await db.read((store) =>
    store
      .selectFrom('inbound_emails')
      .select(['id', 'received_at', 'sender', 'reply_to', 'subject', 'is_sender_proven', 'is_automatic', 'detail'])
      // One character more tells whether there is more.
      .select(({ fn, val }) => fn<string | null>('substr', ['text', val(1), val(mostText + 1)]).as('text'))
      .where('state', '=', state)
      // Their ids begin with the time at which they came.
      .$if(before !== null, (query) => query.where('id', '<', before))
      .orderBy('received_at', 'desc')
      .orderBy('id', 'desc')
      .limit(most)
      .execute(),
  );
  return rows.map((row) => ({
    id: row.id,
    receivedAt: row.received_at,
    sender: shownAddress(row.sender ?? ''),
    replyTo: row.reply_to && shownAddress(row.reply_to),
    subject: row.subject ?? '',
    text: shortened(row.text ?? ''),
    isSenderProven: row.is_sender_proven === 1,
    isAutomatic: row.is_automatic === 1,
    suggested: [],
    detail: row.detail,
  }));
}

function move(
  { audit, db }: App,
  staff: StaffMember,
  id: string,
  from: InboundRow['state'],
  to: InboundRow['state'],
): Promise<TrayOutcome> {
  return db.write(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('inbound_emails')
      .set({ state: to })
      .where('id', '=', id)
      .where('state', '=', from)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return refused('A colleague has sorted it.');
    audit.recordIn(tx, { actor: staff, action: 'email dismissed', details: { message: id, to } });
    return { kind: 'done' as const, submissionId: null };
  });
}

function shortened(text: string): string {
  return text.length > mostText ? text.slice(0, mostText).trimEnd() + more : text;
}

function rowToAttach(tx: Tx, id: string): Promise<InboundRow | undefined> {
  const query = tx.selectFrom('inbound_emails').selectAll().where('id', '=', id).where('state', 'in', ['unsorted', 'noted']);
  return lockRows(tx, query, 'for update').executeTakeFirst();
}

function refused(message: string): { kind: 'refused'; message: string } {
  return { kind: 'refused', message };
}
