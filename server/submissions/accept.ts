import { randomUUID } from 'node:crypto';
import type { FormDefinition } from '#forms/form.ts';
import { type FieldErrors, readAnswers } from '#forms/read.ts';
import { type Log, wordsOf } from '#server/ops/log.ts';
import { contentHash } from './content-hash.ts';
import { createGroupCommit } from './group-commit.ts';
import { makeReference } from './reference.ts';
import type { Stored, SubmissionStore } from './store.ts';
import type { CameBy, NewSubmission, Submission } from './submission.ts';

export type Enquiry = {
  form: FormDefinition;
  /** Untrusted: whatever the visitor or a script sent. */
  answers: Record<string, unknown>;
  /** Made with the form in the browser; the same for every try. Null where none came. */
  idempotencyKey: string | null;
  cameBy: CameBy;
};

/**
 * What became of an enquiry. `accepted` and `repeated` are told only after the submission and its letter are on the disk.
 * `conflict`: the key was used before, for other answers. `unavailable`: the store failed and nothing was kept.
 */
export type Acceptance =
  | { kind: 'accepted' | 'repeated'; submission: Submission }
  | { kind: 'invalid'; errors: FieldErrors }
  | { kind: 'conflict' }
  | { kind: 'unavailable' };

export type Accept = (enquiry: Enquiry) => Promise<Acceptance>;

export function createAccept(services: { store: SubmissionStore; log: Log; now: () => number; onAccepted: () => void }): Accept {
  const commit = createGroupCommit<NewSubmission, Stored>({ commit: services.store.insertAll });

  return async function accept(enquiry) {
    const reading = readAnswers(enquiry.form, enquiry.answers);
    if (reading.kind === 'incomplete') return { kind: 'invalid', errors: reading.errors };
    const submission = newSubmission(enquiry, reading.data, services.now());
    try {
      const stored = await commit(submission);
      if (stored.kind === 'conflict') return stored;
      services.log.info('submission', {
        reference: stored.submission.reference,
        form: enquiry.form.slug,
        outcome: stored.kind,
        by: enquiry.cameBy,
      });
      if (stored.kind === 'new') services.onAccepted();
      return { kind: stored.kind === 'new' ? 'accepted' : 'repeated', submission: stored.submission };
    } catch (error) {
      services.log.error('submission not stored', { form: enquiry.form.slug, words: wordsOf(error) });
      return { kind: 'unavailable' };
    }
  };
}

function newSubmission({ form, idempotencyKey, cameBy }: Enquiry, data: Submission['data'], createdAt: number): NewSubmission {
  return {
    id: randomUUID(),
    reference: makeReference(),
    formName: form.name,
    data,
    createdAt,
    dueAt: form.promiseHours === null ? null : createdAt + form.promiseHours * 3_600_000,
    idempotencyKey,
    contentHash: contentHash(form.name, data),
    cameBy,
  };
}
