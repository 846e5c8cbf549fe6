import { setImmediate } from 'node:timers/promises';
import { minute } from '#forms/durations.ts';
import type { App } from '#server/core/app.ts';
import { lockRows } from '#server/core/database/engine.ts';
import { defineJob, done, every } from '#server/core/jobs/define-job.ts';
import { firstCallAt } from '../view/next-step-view.ts';

/** How many submissions are filled in in one transaction. */
const batchSize = 100;

/**
 * The recurring job that gives a next step to open submissions that were stored without one: before there were next steps, or by an
 * instance of the release before. What was contacted is to be decided on today; what staff had seen of the claimant counts as answered.
 */
export const nextStepsJob = defineJob({
  kind: 'next-steps',
  title: 'Next steps of submissions that have none',
  next: every(minute),
  handle: async (_job, _run, app) => done(`${await fillNextSteps(app)} given a next step.`),
});

/** Fills all in; returns how many. */
export async function fillNextSteps(app: App): Promise<number> {
  for (let total = 0; ; await setImmediate()) {
    const count = await fillSome(app);
    total += count;
    if (count < batchSize) return total;
  }
}

function fillSome({ db, now }: App): Promise<number> {
  return db.write(async (tx) => {
    const query = tx
      .selectFrom('form_submissions')
      .select(['id', 'contacted_at', 'target_at', 'due_at', 'created_at', 'claimant_update_seen_at'])
      .where('closed_at', 'is', null)
      .where('quarantined_at', 'is', null)
      .where('next_kind', '=', 'first call')
      .where('next_at', '=', 0)
      .limit(batchSize);
    const rows = await lockRows(tx, query, 'for no key update skip locked').execute();
    for (const row of rows) {
      const isContacted = row.contacted_at !== null;
      await tx
        .updateTable('form_submissions')
        .set({
          next_at: isContacted ? now() : firstCallAt(row),
          next_kind: isContacted ? 'decide' : 'first call',
          update_answered_at: row.claimant_update_seen_at,
        })
        .where('id', '=', row.id)
        .execute();
    }
    return rows.length;
  });
}
