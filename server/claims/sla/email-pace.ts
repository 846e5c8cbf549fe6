import { sql } from 'kysely';
import { site } from '#content/site.ts';
import { hour } from '#forms/durations.ts';
import type { App } from '#server/core/app.ts';
import type { Db, Tx } from '#server/core/database/schema.ts';
import { sameAddress } from '#server/core/email-address.ts';
import { mailboxOf } from '#server/mail/out/mailer.ts';

/** A person gets no more than one e-mail that reminds them in this time, of whatever kind. */
const paceMs = hour;

/** Who is reminded: a member of staff by id, or the mailbox of the team. */
type Reminded = string | 'team';

/** As whom an owner is reminded: as the team where their address is among those of its mailbox, so that one person counts once. */
export function remindedAs({ env }: App, { id, email }: { id: string; email: string }): Reminded {
  const mailboxes = env.mailTo ?? [mailboxOf(site.email)];
  return mailboxes.some(({ address }) => sameAddress(address, email)) ? 'team' : id;
}

/**
 * Takes the one reminder that somebody may get in an hour; false where they got it. It is taken in the transaction that stores the e-mail,
 * by one of several instances. A time in the future is of a clock that was ahead, and counts as none.
 */
export async function takePace(tx: Tx, who: Reminded, now: number): Promise<boolean> {
  const { rows } = await sql`
    insert into reminder_pace (id, at) values (${who}, ${now})
    on conflict (id) do update set at = excluded.at
    where reminder_pace.at <= ${now - paceMs} or reminder_pace.at > ${now}
    returning id`.execute(tx);
  return rows.length > 0;
}

/** The same for a digest, whose time is kept: the next one is due by it. */
export async function takeDigestPace(tx: Tx, who: Reminded, now: number): Promise<boolean> {
  if (!(await takePace(tx, who, now))) return false;
  await tx.updateTable('reminder_pace').set({ digest_at: now }).where('id', '=', who).execute();
  return true;
}

/** When each got the last digest. */
export async function readDigestTimes(db: Db): Promise<Map<Reminded, number>> {
  const rows = await db.selectFrom('reminder_pace').select(['id', 'digest_at']).execute();
  return new Map(rows.map(({ id, digest_at }) => [id, digest_at]));
}
