import { hash, randomInt } from 'node:crypto';
import { withAskedLater } from '#forms/continuation.ts';
import type { Answers, FormDefinition } from '#forms/form.ts';
import { messagesFor } from '#forms/messages.ts';
import { type FieldErrors, readAnswers } from '#forms/read.ts';
import { honeypotField } from '#forms/signals.ts';
import { createGroupCommit } from '#server/core/database/group-commit.ts';
import { makeId } from '#server/core/database/make-id.ts';
import { errorMessage, type Log } from '#server/core/observability/log.ts';
import { responseTargets } from '../sla/response-targets.ts';
import type { Source } from '../sources/source.ts';
import type { AnsweredSubmission, CameBy, NewSubmission, SentSubmission } from '../stored-submission.ts';
import { isReferenceTaken, type Stored, type SubmissionStore } from '../submission-store.ts';
import type { Admission, Limits } from './limits.ts';
import { spamReasonOf } from './spam-score.ts';

export type IncomingSubmission = {
  form: FormDefinition;
  /** The answers as they came, untrusted. */
  answers: Record<string, unknown>;
  /** The key that the browser made with the form, the same for every attempt. Null where none was sent. */
  idempotencyKey: string | null;
  cameBy: CameBy;
  /** The client's IP address, where it is known. Clients with the same address share a limit. */
  address?: string | null;
  /** Milliseconds since the form became interactive, where a script sent it. */
  formAgeMs?: number | null;
  /** The Cookie header of a browser, which may contain the private link of a claim. */
  cookie?: string | null;
  /** The claim that was begun at the roadside in the same browser. */
  startedId?: string | null;
  /** The keys of submissions that this one takes the place of: the sender does not know whether they were stored. */
  replaces?: string[];
  /** Whether the sender says that it is about the same accident as what came before; null where nobody was asked. */
  isSameAccident?: boolean | null;
  /** Who sent the sender, as a link said: untrusted, and ignored where it does not fit. */
  via?: unknown;
};

/**
 * The outcome of an incoming submission. `accepted` and `duplicate` are returned only once the submission and its e-mail are on the disk; a
 * submission in quarantine is answered in the same way, and has no e-mail to the team. `isAddition`: it was saved into a claim that was
 * there. `question`: it may be about another accident than that claim, and nothing was stored. `conflict`: the key was used before, for
 * other answers. `limited`: too many from this IP address. `unavailable`: the store failed and nothing was stored.
 */
export type Acceptance =
  | { kind: 'accepted' | 'duplicate'; submission: AnsweredSubmission; isAddition?: boolean }
  | { kind: 'question'; reference: string; createdAt: number }
  | { kind: 'invalid'; errors: FieldErrors }
  | { kind: 'conflict' }
  | { kind: 'limited'; retryAfterSeconds: number }
  | { kind: 'unavailable' };

export type Accept = (incoming: IncomingSubmission) => Promise<Acceptance>;

export function createAccept(services: {
  store: Pick<SubmissionStore, 'batches' | 'insertAll' | 'insertOrMerge' | 'isAcknowledged'>;
  /** The limits; null for none. */
  limits: Limits | null;
  log: Log;
  now: () => number;
  reference?: () => string;
  /** Who sent the sender of a form; nobody unless given. */
  readSource?: (via: unknown) => Promise<Source | undefined>;
  /** Called once a new submission is stored; `hasEmail` is false where none was stored. */
  onStored: (hasEmail: boolean) => void;
}): Accept {
  const { limits, log, now, reference = makeReference, readSource } = services;
  const { insertAll, batches } = services.store;
  const commit = createGroupCommit<NewSubmission, Stored>({ commit: insertAll, ...batches });

  return async function accept(incoming) {
    const reading = readAnswers(incoming.form, incoming.answers, messagesFor(incoming.form, incoming.answers).fieldProblems);
    if (reading.kind === 'incomplete') {
      const fields = Object.keys(reading.errors).join(' ');
      log.info('submission invalid', { form: incoming.form.slug, by: incoming.cameBy, fields });
      return { kind: 'invalid', errors: reading.errors };
    }
    const sent = sentNow(incoming, reading.data, reference(), now());
    const admission: Admission = limits?.admit(incoming, sent) ?? { kind: 'admitted', timesBefore: 0 };
    if (admission.kind === 'limited') {
      log.warn('submission limited', { form: incoming.form.slug, by: incoming.cameBy });
      return admission;
    }
    const source = await readSource?.(incoming.via);
    return storeAndLog(incoming, {
      ...sent,
      ...(source && { source }),
      quarantineReason: quarantineReasonOf(incoming, sent, admission.timesBefore),
    });
  };

  async function storeAndLog({ form, cameBy }: IncomingSubmission, submission: NewSubmission): Promise<Acceptance> {
    const stored = await store(submission).catch((error: unknown) => {
      log.error('submission not stored', { form: form.slug, error: errorMessage(error) });
      return null;
    });
    if (stored === null) return { kind: 'unavailable' };
    if (stored.kind === 'conflict' || stored.kind === 'apart') {
      log.info('submission conflict', { form: form.slug, by: cameBy });
      return { kind: 'conflict' };
    }
    if (stored.kind === 'question') {
      log.info('submission asks', { reference: stored.reference, form: form.slug, by: cameBy });
      return stored;
    }
    const isNew = stored.kind === 'new' || (stored.kind === 'merged' && stored.isNew);
    const quarantine = stored.kind === 'new' ? submission.quarantineReason : null;
    const facts = { reference: stored.submission.reference, form: form.slug, outcome: stored.kind, by: cameBy };
    log.info('submission', { ...facts, quarantine: quarantine ?? undefined });
    if (stored.kind === 'new') {
      notifyStored(quarantine === null || stored.submission.isAcknowledged === true);
      return { kind: 'accepted', submission: stored.submission };
    }
    if (isNew) notifyStored(stored.kind === 'merged' && stored.hasEmail);
    // The submission is stored, so a failure here must not fail the response.
    const isAcknowledged = await services.store.isAcknowledged(stored.submission.id).catch(() => false);
    const isAddition = stored.kind === 'merged';
    return { kind: isNew ? 'accepted' : 'duplicate', submission: { ...stored.submission, isAcknowledged }, isAddition };
  }

  async function store(submission: NewSubmission): Promise<Stored> {
    try {
      return await storeOnce(submission);
    } catch (error) {
      if (!isReferenceTaken(error)) throw error;
      // The reference was taken, which with a million in use happens to one submission in 78,000.
      return storeOnce({ ...submission, reference: reference() });
    }
  }

  /**
   * Stores a submission. One that may belong to an existing claim gets a transaction of its own; suspected spam is saved into none.
   */
  async function storeOnce(submission: NewSubmission): Promise<Stored> {
    const { startedId, replaces = [], quarantineReason } = submission;
    const mayBelong = quarantineReason === null && (startedId || replaces.length > 0);
    const stored = mayBelong ? null : await commit(submission);
    return !stored || stored.kind === 'apart' ? services.store.insertOrMerge(submission) : stored;
  }

  /** Notifies listeners. The submission is stored, so a failure here must not fail the response. */
  function notifyStored(hasEmail: boolean): void {
    try {
      services.onStored(hasEmail);
    } catch (error) {
      log.error('submission stored, but listeners failed', { error: errorMessage(error) });
    }
  }
}

function quarantineReasonOf(
  { form, answers, formAgeMs }: IncomingSubmission,
  { data }: SentSubmission,
  timesBefore: number,
): string | null {
  const honeypot = Object.hasOwn(answers, honeypotField) ? answers[honeypotField] : undefined;
  return spamReasonOf({ form, data, honeypot, formAgeMs: formAgeMs ?? null, timesBefore });
}

function sentNow(
  { form, idempotencyKey, cameBy, address = null, startedId = null, replaces = [], isSameAccident = null }: IncomingSubmission,
  data: Answers,
  reference: string,
  createdAt: number,
): SentSubmission {
  return {
    id: makeId(createdAt),
    reference,
    formName: form.name,
    data: withAskedLater(form, data),
    createdAt,
    ...responseTargets(form, data, createdAt),
    idempotencyKey,
    contentHash: contentHashOf(form.name, data),
    cameBy,
    network: address,
    isSameAccident,
    startedId: isSameAccident === false ? null : startedId,
    // Claims about one accident are one submission; each message is one of its own.
    replaces: form.isClaim ? [...new Set(replaces)].filter((key) => key !== idempotencyKey) : [],
  };
}

/** A hash that is the same for the same answers in the same form. The answers must be in the definition's order. */
export function contentHashOf(formName: string, data: Answers): string {
  return hash('sha256', JSON.stringify([formName, data]), 'hex');
}

/**
 * The characters of references: without 0 O, 1 I L, 2 Z, 5 S, 8 B, U V, because they are read out on a phone and written down by
 * hand.
 */
const referenceAlphabet = '34679ACDEFGHJKMNPQRTWXY';

/** Makes a reference of eight characters in two groups, such as 7F4M-9TQX. There are 78 thousand million of them. */
export function makeReference(): string {
  const pick = () => referenceAlphabet[randomInt(referenceAlphabet.length)];
  const group = () => Array.from({ length: 4 }, pick).join('');
  return `${group()}-${group()}`;
}
