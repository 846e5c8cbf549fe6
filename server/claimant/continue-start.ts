import { createHash } from 'node:crypto';
import type { ClaimField } from '#forms/claim.ts';
import { isIncomplete, saidFieldsOf } from '#forms/continuation.ts';
import { type Answers, fieldsOf } from '#forms/form.ts';
import { continuationOf, continuesAnother, findForm } from '#forms/forms.ts';
import { londonDate } from '#forms/london-day.ts';
import { readAnswers } from '#forms/read.ts';
import { honeypotField } from '#forms/signals.ts';
import type { Audit } from '#server/audit/audit.ts';
import { claimantActor } from '#server/audit/audit-event.ts';
import type { Database } from '#server/database/database.ts';
import { lockRows } from '#server/database/engine.ts';
import { answersOf, type Tx } from '#server/database/schema.ts';
import { errorMessage, type Log } from '#server/observability/log.ts';
import { type Accept, type Acceptance, contentHashOf, type IncomingSubmission } from '#server/submissions/accept/accept.ts';
import { samePhone } from '#server/submissions/search/search-terms.ts';
import { duplicateWindowMs, type Submission } from '#server/submissions/submission-store.ts';
import type { SubmissionRow } from '#server/submissions/view/submission-reader.ts';
import { type ReadClaim, startedDays } from './claim-session.ts';
import { hasChangedTooMuch } from './claimant.ts';
import { noteClaimantUpdate } from './mark-update.ts';
import { storeAnswers } from './save-answers.ts';

const dayMs = 24 * 3_600_000;

/** What it comes to, where it goes on with a claim; null where it is a claim of its own. `hasEmail`: e-mails were stored. */
type Continued = { kind: 'accepted' | 'duplicate'; submission: Submission; hasEmail: boolean };

/**
 * Accepts submissions. One that comes from a browser in which a claim was begun at the roadside, with the same phone number, is saved
 * into that claim: the same reference, no second claim for one accident. A repeat gets the same answer.
 */
export function createContinueStart(services: {
  accept: Accept;
  database: Database;
  audit: Audit;
  /** The claim that was begun in this browser. */
  readStarted: ReadClaim;
  acknowledges: boolean;
  onStored: (hasEmail: boolean) => void;
  log: Log;
  now: () => number;
}): Accept {
  const { accept, database, audit, readStarted, acknowledges, onStored, log, now } = services;

  return async function acceptOrContinue(incoming) {
    const continued = await tryToContinue(incoming).catch((error: unknown): Acceptance => {
      log.error('submission not stored', { form: incoming.form.slug, error: errorMessage(error) });
      return { kind: 'unavailable' };
    });
    return continued ?? accept(incoming);
  };

  async function tryToContinue(incoming: IncomingSubmission): Promise<Acceptance | null> {
    const { form, answers, cookie, cameBy } = incoming;
    if (!cookie || !continuesAnother(form) || answers[honeypotField]) return null;
    const reading = readAnswers(form, answers);
    if (reading.kind === 'incomplete') return null;
    const state = await readStarted(cookie);
    if (state.kind !== 'open') return null;
    const { id } = state.claim;
    const continued = await database.write((tx) => continueIn(tx, id, incoming, reading.data));
    if (!continued) return null;
    const { kind, submission, hasEmail } = continued;
    log.info('submission', { reference: submission.reference, form: form.slug, outcome: 'continued', by: cameBy });
    if (kind === 'accepted') onStored(hasEmail);
    return { kind, submission };
  }

  async function continueIn(tx: Tx, id: string, incoming: IncomingSubmission, data: Answers): Promise<Continued | null> {
    const query = tx.selectFrom('form_submissions').selectAll().where('id', '=', id);
    const row = await lockRows(tx, query, 'for no key update').executeTakeFirst();
    const at = now();
    if (!row || !isContinuedBy(row, incoming, data, at) || (await isStored(tx, incoming, data, at))) return null;
    const { changes, message } = additionsTo(row, data);
    const messageId = createHash('sha256')
      .update(JSON.stringify([id, 'claim form', message]))
      .digest('hex');
    const isMessageNew = message !== '' && !(await hasMessage(tx, messageId));
    if (Object.keys(changes).length === 0 && !isMessageNew)
      return { kind: 'duplicate', submission: receipt(row, at), hasEmail: false };
    if (!isIncomplete(row.form_name, answersOf(row.form_data)) || (await hasChangedTooMuch(tx, id, at))) return null;
    if (isMessageNew) {
      await tx
        .insertInto('claimant_messages')
        .values({ id: messageId, submission_id: id, created_at: at, text: message })
        .execute();
      await audit.recordIn(tx, { actor: claimantActor, action: 'message sent', subjectId: id });
    }
    const stored = await storeAnswers({ tx, engine: database.engine, row, now: at, acknowledges }, changes);
    const { action, details = {}, isCompleted = false, hasEmail = false } = stored;
    await audit.recordIn(tx, { actor: claimantActor, action, subjectId: id, details });
    const tellsTeam = await noteClaimantUpdate(tx, id, at, { isCompleted });
    const after = { ...row, form_data: JSON.stringify({ ...answersOf(row.form_data), ...changes }) };
    return { kind: 'accepted', submission: receipt(after, at), hasEmail: tellsTeam || hasEmail };
  }
}

/**
 * Another form, a claim that ended or waits as suspected spam, another phone number, days later, or of an accident on a later date: a
 * claim of its own.
 */
function isContinuedBy(row: SubmissionRow, { form }: IncomingSubmission, data: Answers, at: number): boolean {
  const start = findForm(row.form_name);
  if (!start || continuationOf(start) !== form || row.closed_at !== null || row.withdrawn_at !== null) return false;
  if (row.quarantined_at !== null || row.created_at < at - startedDays * dayMs) return false;
  if (Date.parse(data['dateOfAccident' satisfies ClaimField] ?? '') > londonDate(row.created_at)) return false;
  return samePhone(answersOf(row.form_data).phone ?? '', data.phone ?? '');
}

/** Whether it was stored before as a claim of its own: then that one is the answer. */
async function isStored(tx: Tx, { form, idempotencyKey }: IncomingSubmission, data: Answers, at: number): Promise<boolean> {
  const row = await tx
    .selectFrom('form_submissions')
    .select('id')
    .where((where) =>
      where.or([
        where('idempotency_key', '=', idempotencyKey ?? ''),
        where.and([
          where('content_hash', '=', contentHashOf(form.name, data)),
          where('created_at', '>', at - duplicateWindowMs),
          ...(idempotencyKey === null ? [] : [where('idempotency_key', 'is', null)]),
        ]),
      ]),
    )
    .executeTakeFirst();
  return row !== undefined;
}

/** What it adds. What was said at the roadside stays; where it is said in other words now, these are a message. */
function additionsTo(row: SubmissionRow, data: Answers): { changes: Answers; message: string } {
  const before = answersOf(row.form_data);
  const start = findForm(row.form_name);
  const said = new Set(start ? saidFieldsOf(start, before) : []);
  const continuation = start && continuationOf(start);
  const added = (continuation ? fieldsOf(continuation) : []).filter(({ name }) => data[name] && data[name] !== before[name]);
  const otherWords = added.filter(({ name, type }) => said.has(name) && type !== 'tel');
  return {
    changes: Object.fromEntries(added.filter(({ name }) => !said.has(name)).map(({ name }) => [name, data[name] ?? ''])),
    message: otherWords.map(({ name, label }) => `On the claim form, ${label}\n${data[name]}`).join('\n\n'),
  };
}

async function hasMessage(tx: Tx, id: string): Promise<boolean> {
  return (await tx.selectFrom('claimant_messages').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}

/** The claim as it is now, for the receipt. Where the team was in touch, or was to be, its time begins anew. */
function receipt(row: SubmissionRow, at: number): Submission {
  const isDueAhead = row.contacted_at === null && row.due_at !== null && row.due_at > at;
  return {
    ...{ id: row.id, reference: row.reference, formName: row.form_name, data: answersOf(row.form_data), dueAt: row.due_at },
    createdAt: isDueAhead ? row.created_at : at,
    linkGeneration: row.link_generation,
  };
}
