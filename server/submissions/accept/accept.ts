import type { FormDefinition } from '#forms/form.ts';
import { type FieldErrors, readAnswers } from '#forms/read.ts';
import { targetHoursOf } from '#forms/sender.ts';
import { honeypotField } from '#forms/signals.ts';
import { makeId } from '#server/database/make-id.ts';
import { type Log, wordsOf } from '#server/observability/log.ts';
import type { CameBy, NewSubmission, Sent, Submission } from '../submission.ts';
import type { Stored, SubmissionStore } from '../submission-store.ts';
import { contentHash } from './content-hash.ts';
import { createGroupCommit } from './group-commit.ts';
import type { Admission, Limits } from './limits.ts';
import { makeReference } from './reference.ts';
import { isReferenceTaken, isRowFault } from './row-fault.ts';
import { suspicionOf } from './spam-score.ts';

export type Enquiry = {
  form: FormDefinition;
  /** Untrusted: whatever the visitor or a script sent. */
  answers: Record<string, unknown>;
  /** Made with the form in the browser; the same for every try. Null where none came. */
  idempotencyKey: string | null;
  cameBy: CameBy;
  /** The client's address, where it is known: whoever calls from the same one shares an allowance. */
  address?: string | null;
  /** Milliseconds since the form became interactive, where a script told it. */
  formAgeMs?: number | null;
};

/**
 * What became of an enquiry. `accepted` and `repeated` are told only after the submission and its letter are on the disk;
 * a suspect is told the same, is on the disk too, and has no letter.
 * `conflict`: the key was used before, for other answers. `limited`: too many came from this address or e-mail.
 * `unavailable`: the store failed and nothing was kept.
 */
export type Acceptance =
  | { kind: 'accepted' | 'repeated'; submission: Submission }
  | { kind: 'invalid'; errors: FieldErrors }
  | { kind: 'conflict' }
  | { kind: 'limited'; by: 'address' | 'email'; retryAfterSeconds: number }
  | { kind: 'unavailable' };

export type Accept = (enquiry: Enquiry) => Promise<Acceptance>;

export function createAccept(services: {
  store: SubmissionStore;
  /** Null where nothing is limited. */
  limits: Limits | null;
  log: Log;
  now: () => number;
  reference?: () => string;
  /** Something new is in the store; suspects are not announced by a letter. */
  onStored: (isAnnounced: boolean) => void;
}): Accept {
  const { limits, log, now, reference = makeReference } = services;
  const commit = createGroupCommit<NewSubmission, Stored>({ commit: services.store.insertAll, isFaultOfOne: isRowFault });

  return async function accept(enquiry) {
    const reading = readAnswers(enquiry.form, enquiry.answers);
    if (reading.kind === 'incomplete') return { kind: 'invalid', errors: reading.errors };
    const sent = sentNow(enquiry, reading.data, reference(), now());
    const admission: Admission = limits?.admit(enquiry, sent) ?? { kind: 'admitted', timesBefore: 0 };
    if (admission.kind === 'limited') {
      log.warn('submission limited', { form: enquiry.form.slug, by: enquiry.cameBy, limit: admission.by });
      return admission;
    }
    return keep(enquiry, { ...sent, quarantineReason: judge(enquiry, sent, admission.timesBefore) });
  };

  async function keep({ form, cameBy }: Enquiry, submission: NewSubmission): Promise<Acceptance> {
    const stored = await store(submission).catch((error: unknown) => {
      log.error('submission not stored', { form: form.slug, words: wordsOf(error) });
      return null;
    });
    if (stored === null) return { kind: 'unavailable' };
    if (stored.kind === 'conflict') return { kind: 'conflict' };
    const isNew = stored.kind === 'new';
    const suspect = isNew ? submission.quarantineReason : null;
    const facts = { reference: stored.submission.reference, form: form.slug, outcome: stored.kind, by: cameBy };
    log.info('submission', { ...facts, suspect: suspect ?? undefined });
    if (isNew) announce(suspect === null);
    return { kind: isNew ? 'accepted' : 'repeated', submission: stored.submission };
  }

  async function store(submission: NewSubmission): Promise<Stored> {
    try {
      return await commit(submission);
    } catch (error) {
      if (!isReferenceTaken(error)) throw error;
      // With a million of them in the store it happens to one submission in 78,000.
      return commit({ ...submission, reference: reference() });
    }
  }

  /** The submission is on the disk: whatever fails from here on, the visitor is told so. */
  function announce(isAnnounced: boolean): void {
    try {
      services.onStored(isAnnounced);
    } catch (error) {
      log.error('submission stored, but not announced', { words: wordsOf(error) });
    }
  }
}

function judge({ form, answers, formAgeMs }: Enquiry, { data }: Sent, timesBefore: number): string | null {
  const trap = Object.hasOwn(answers, honeypotField) ? answers[honeypotField] : undefined;
  return suspicionOf({ form, data, trap, formAgeMs: formAgeMs ?? null, timesBefore });
}

function sentNow(
  { form, idempotencyKey, cameBy }: Enquiry,
  data: Submission['data'],
  reference: string,
  createdAt: number,
): Sent {
  return {
    id: makeId(createdAt),
    reference,
    formName: form.name,
    data,
    createdAt,
    dueAt: hoursAfter(createdAt, form.promiseHours),
    targetAt: hoursAfter(createdAt, targetHoursOf(form, data)),
    idempotencyKey,
    contentHash: contentHash(form.name, data),
    cameBy,
  };
}

function hoursAfter(at: number, hours: number | null): number | null {
  return hours === null ? null : at + hours * 3_600_000;
}
