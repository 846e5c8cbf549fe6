import { answersOf, type Tx } from '#server/core/database/schema.ts';
import { senderAddress, senderEmailKind } from '#server/mail/out/email-store.ts';
import type { CorrectionRow, SubmissionRow } from '../view/submission-reader.ts';

type LinkChange = Partial<Pick<SubmissionRow, 'link_generation' | 'link_revoked_at'>>;

/** Ends every private link that was made until now; none where they have ended already. */
export function endedLink(row: SubmissionRow, now: number): LinkChange {
  return row.link_revoked_at === null ? { link_generation: row.link_generation + 1, link_revoked_at: now } : {};
}

/**
 * What becomes of the private link when corrections are taken back that had changed the email address. It ends where an email went to the
 * corrected address, because that is another person's then. Otherwise it works again where the correction had ended it.
 */
export async function linkAfterUndo(
  tx: Tx,
  row: SubmissionRow,
  { data, taken, now }: { data: SubmissionRow['form_data']; taken: CorrectionRow[]; now: number },
): Promise<LinkChange> {
  const addressOf = (answers: SubmissionRow['form_data']) => senderAddress({ formName: row.form_name, data: answersOf(answers) });
  const corrected = addressOf(row.form_data);
  const [first] = taken;
  if (!first || corrected === addressOf(data)) return {};
  if (corrected !== null && (await wasWrittenTo(tx, row.id, corrected, first.at))) return endedLink(row, now);
  const done = await tx
    .selectFrom('done_actions')
    .select(['before', 'after'])
    .where('submission_id', '=', row.id)
    .where('undo', 'like', `%${first.id}%`)
    .executeTakeFirst();
  const { link_generation: generation, link_revoked_at: revokedAt }: LinkChange = JSON.parse(done?.after ?? '{}');
  const isUnchanged = generation === row.link_generation && revokedAt === row.link_revoked_at;
  return done && isUnchanged ? JSON.parse(done.before) : {};
}

/** Whether an email to the sender went to this address since a time, or is on its way. */
async function wasWrittenTo(tx: Tx, id: string, recipient: string, since: number): Promise<boolean> {
  const email = await tx
    .selectFrom('jobs')
    .select('id')
    .where('subject_id', '=', id)
    .where('kind', '=', senderEmailKind)
    .where('recipient', '=', recipient)
    .where((where) =>
      where.or([
        where.and([where('last_outcome', '=', 'sent'), where('last_run_at', '>=', since)]),
        where.and([where('finished_at', 'is', null), where('lease_until', 'is not', null)]),
      ]),
    )
    .executeTakeFirst();
  return email !== undefined;
}
