import type { App } from '#server/core/app.ts';
import type { Actor } from '#server/core/audit/audit-event.ts';
import { enqueue } from '#server/core/jobs/queue.ts';
import { newPreviewJob } from './preview-job.ts';

/** Makes the previews of a picture that has none due, because staff ask for them, and records that. */
export async function askForPreview({ audit, db, noteChange, now }: App, id: string, by: Actor): Promise<void> {
  await db.write(async (tx) => {
    const row = await tx
      .updateTable('evidence')
      .set({ preview_state: 'waiting', preview_reason: null })
      .where('id', '=', id)
      .where('preview_state', '=', 'failed')
      .where('scan_state', 'not in', ['waiting', 'infected'])
      .returningAll()
      .executeTakeFirst();
    if (!row) return;
    await enqueue(tx, [newPreviewJob(row, now(), true)]);
    audit.recordIn(tx, { actor: by, action: 'preview asked for', subjectId: row.submission_id, details: { evidence: id } });
  });
  noteChange(true);
}
