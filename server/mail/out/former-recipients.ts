import type { App } from '#server/core/app.ts';
import type { Tx } from '#server/core/database/schema.ts';
import { addressKey } from '#server/core/email-address.ts';
import type { LeasedJob } from '#server/core/jobs/define-job.ts';
import { emailKind, isNobodys } from './email-store.ts';
import { addressesOf } from './open-mailer.ts';

/**
 * Who gets the news of a submission in the place of an address that was taken out of MAIL_TO. Where the mail server took an email for none of
 * its addresses, or it came back from each, each had one of its own: if none of those arrived, and none is for anybody now, all that MAIL_TO
 * has, by the first that waits.
 */
export async function recipientsInstead(app: App, { id, template, subjectId, payload, createdAt }: LeasedJob): Promise<string[]> {
  if (subjectId === null) return [];
  const same = app.db.db.selectFrom('jobs').where('kind', '=', emailKind).where('template', '=', template);
  const rows = await same
    .select(['id', 'template', 'recipient', 'last_outcome', 'finished_at', 'failed_at'])
    .where('subject_id', '=', subjectId)
    .where('payload', payload === null ? 'is' : '=', payload)
    .where('created_at', '=', createdAt)
    .orderBy('id')
    .execute();
  if (rows.find(({ recipient }) => recipient === null)?.last_outcome !== 'not sent') return [];
  const forOne = rows.filter(({ recipient }) => recipient !== null);
  for (const row of forOne) {
    const hasArrived = row.finished_at !== null && row.last_outcome !== 'not sent';
    if (hasArrived || !(await isNobodys(app, row))) return [];
  }
  const first = forOne.find((row) => row.finished_at === null && row.failed_at === null);
  return first?.id === id ? addressesOf(app).to.map(({ address }) => address) : [];
}

/** Notes at an email that it came back from each of these addresses, which have one of their own that failed. */
export async function noteNobodyHasIt(
  tx: Tx,
  sent: { id: string; template: string | null; subject_id: string | null; created_at: number },
  team: string[],
): Promise<void> {
  const failed = tx.selectFrom('jobs').select('recipient').where('kind', '=', emailKind).where('failed_at', 'is not', null);
  const same = failed.where('template', '=', sent.template).where('subject_id', '=', sent.subject_id);
  const rows = await same.where('created_at', '=', sent.created_at).execute();
  const back = new Set(rows.map(({ recipient }) => addressKey(recipient ?? '')));
  if (!team.every((address) => back.has(addressKey(address)))) return;
  const detail = 'It came back from each of its addresses, which have an email of their own.';
  await tx.updateTable('jobs').set({ last_outcome: 'not sent', last_detail: detail }).where('id', '=', sent.id).execute();
}
