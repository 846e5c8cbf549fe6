import type { Audit } from '#server/audit/audit.ts';
import type { Staff } from '#server/auth/staff.ts';
import type { Change, Outcome } from '../outcome.ts';
import type { SubmissionStore } from '../submission/store.ts';
import { whoWasQuicker } from './quicker.ts';
import { take } from './steps.ts';
import type { ChangeStore } from './store.ts';

type Services = { store: ChangeStore; submissions: SubmissionStore; audit: Audit; now: () => number; wakeOutbox: () => void };

/** Does what a member of staff asks for, and puts it on record in the same transaction; or does nothing and says why. */
export function createChange({ store, submissions, audit, now, wakeOutbox }: Services) {
  return async function change(staff: Staff, id: string, asked: Change): Promise<Outcome> {
    const step = await store.transaction(async (tx) => {
      // Accounts are locked before submissions, here and where an account is closed: the other order would deadlock.
      const isAssignable = asked.act === 'assigned' && asked.to !== null && (await store.holdStaff(tx, asked.to));
      const row = await store.hold(tx, id);
      if (!row) return null;
      const taken = await take(asked, { tx, store, staff, row, isAssignable, now: now() });
      if (taken.kind === 'done')
        await audit.recordIn(tx, { actor: staff, act: asked.act, subjectId: id, details: taken.details });
      return taken;
    });
    if (step === null) return { kind: 'gone' };
    if (step.kind === 'refused')
      return { kind: 'refused', words: step.words ?? (await whoWasQuicker({ audit, submissions }, id, asked.act)) };
    if (step.isLetterDue) wakeOutbox();
    return { kind: 'done', undo: step.undo };
  };
}
