import type { Audit } from '#server/audit/audit.ts';
import type { ClaimAction } from '#server/audit/audit-event.ts';
import type { StaffMember } from '#server/staff/staff.ts';
import type { SubmissionStore } from '../view/view-store.ts';
import type { ChangeStore } from './action-store.ts';
import { type Action, conflictMessage, lockFirst, run } from './actions.ts';

type Services = { store: ChangeStore; submissions: SubmissionStore; audit: Audit; now: () => number; wakeWorker: () => void };

/**
 * What became of an action. `undo` takes it back; null where nothing can. `gone`: the claim was erased meanwhile. `refused`: it is
 * not possible, or somebody else was first; `words` say which.
 */
export type Outcome = { kind: 'done'; undo: Action | null } | { kind: 'gone' } | { kind: 'refused'; words: string };

/** Does what a member of staff asks for, and puts it on record in the same transaction; or does nothing and says why. */
export function createChange({ store, submissions, audit, now, wakeWorker }: Services) {
  return async function change(staff: StaffMember, id: string, asked: Action): Promise<Outcome> {
    const step = await store.transaction(async (tx) => {
      await lockFirst({ tx, store }, asked);
      const row = await store.hold(tx, id);
      if (!row) return null;
      const taken = await run({ tx, store, staff, row, now: now() }, asked);
      if (taken.kind === 'done')
        await audit.recordIn(tx, { actor: staff, action: asked.act as ClaimAction, subjectId: id, details: taken.details });
      return taken;
    });
    if (step === null) return { kind: 'gone' };
    if (step.kind === 'refused')
      return { kind: 'refused', words: step.words ?? (await conflictMessage({ audit, submissions }, id, asked)) };
    if (step.isLetterDue) wakeWorker();
    return { kind: 'done', undo: step.undo as Action | null };
  };
}
