import { day } from '#forms/durations.ts';
import { isAnswerLost } from './attempt.ts';
import { add, readKept, write } from './waiting-database.ts';
import { isSomethingKept } from './waiting-mark.ts';
import type { Accepted, WaitingSubmission } from './waiting-submission.ts';

/** How long a submission is sent automatically; after that the page asks. */
const waitsMs = 30 * day;

/**
 * Whether a submission is too old to be sent automatically, by the device's clock. One that was set back makes nothing old, nor one
 * that was slow and is put right, by the server's time.
 */
export function isOld({ createdAt, keptAfter }: WaitingSubmission): boolean {
  return Date.now() - Math.max(createdAt, keptAfter ?? 0) > waitsMs;
}

/** All submissions, the oldest first, even those that were sent. */
export async function readWaiting(): Promise<WaitingSubmission[]> {
  const all = (await readKept(({ submissions }) => submissions.all())) ?? [];
  return all.sort((one, other) => one.createdAt - other.createdAt);
}

/**
 * Stores a submission, and resolves once it was read back. It takes the place of `replaced`, with their photographs. A submission
 * that waits already keeps its age. Null where nothing of it is stored: it was stored before (`isStored`) and deleted since, in any tab,
 * or it is accepted with nothing left to send. The receipt stays for tabs that may show it, or what it replaced, as waiting.
 */
export async function keep(
  submission: Omit<WaitingSubmission, 'photographs'>,
  replaced: string[] = [],
  isStored = false,
): Promise<WaitingSubmission | null> {
  const { key } = submission;
  const isAccepted = submission.state.kind === 'accepted';
  const isKept = await add(async ({ submissions, photographs }) => {
    const before = await submissions.get(key);
    if (isStored && !before) return false;
    const versions = [submission, before];
    for (const other of replaced) {
      const taken = await submissions.get(other);
      versions.push(taken);
      if (taken && isAccepted) await submissions.put({ ...submission, key: other, photographs: 0 });
      else await submissions.delete(other);
      for (const photograph of await photographs.of(other)) await photographs.put({ ...photograph, key });
    }
    const { length: count } = await photographs.of(key);
    if (isAccepted && count === 0 && before?.state.kind === 'kept' && !before.state.before) {
      await submissions.delete(key);
      return false;
    }
    const { createdAt, keptAfter = null, notTaken = [] } = before ?? submission;
    const mayHaveArrived = !isAccepted && versions.some((one) => one && mayHave(one));
    await submissions.put({ ...submission, createdAt, keptAfter, notTaken, mayHaveArrived, photographs: count });
    return true;
  });
  if (!isKept) return null;
  const stored = await readKept(({ submissions }) => submissions.get(key));
  if (stored?.body !== submission.body) throw new Error('What was stored could not be read back.');
  return stored;
}

/** Whether our server may have a submission although its sender has no answer of it. */
export function mayHave({ last, mayHaveArrived = false }: Pick<WaitingSubmission, 'last' | 'mayHaveArrived'>): boolean {
  return mayHaveArrived || (last !== undefined && isAnswerLost(last.unsent));
}

/** Whether a submission still waits: in any tab it may have been cancelled since it was read, or changed, and is sent so now. */
export async function stillWaits(key: string): Promise<boolean> {
  const all = await readWaiting();
  const isTaken = all.some(({ state }) => state.kind === 'kept' && state.takes.includes(key));
  return !isTaken && all.some((one) => one.key === key && one.state.kind === 'waiting');
}

/** Changes a submission; one that was cancelled in the meantime is not stored again. */
export function change(key: string, changes: Partial<WaitingSubmission>): Promise<void> {
  return write(async ({ submissions }) => {
    const stored = await submissions.get(key);
    if (stored) await submissions.put({ ...stored, ...changes });
  });
}

/** Replaces the answers by the receipt, even where the submission was cancelled meanwhile: the visitor must know that it was sent. */
export function markAccepted(submission: WaitingSubmission, receipt: Accepted): Promise<void> {
  return write(async ({ submissions }) => {
    const photographs = (await submissions.get(submission.key))?.photographs ?? 0;
    const state = { kind: 'accepted' as const, receipt };
    await submissions.put({ ...submission, body: '', photographs, last: undefined, mayHaveArrived: false, state });
  });
}

/** Whether a submission was accepted, and nothing is left to send or to show. */
export function isFinished({ state, photographs, notTaken = [] }: WaitingSubmission): boolean {
  return state.kind === 'accepted' && photographs + notTaken.length === 0;
}

/** Removes the private links of finished submissions whose receipts were first shown longer ago than this. */
export async function markFinishedSent(shownMs: number): Promise<void> {
  if (!(await isSomethingKept())) return;
  await write(async ({ submissions }) => {
    for (const stored of await submissions.all()) {
      const { state, shownAt } = stored;
      if (state.kind !== 'accepted' || !isFinished(stored) || shownAt === undefined) continue;
      if (Math.abs(Date.now() - shownAt) < shownMs) continue;
      const { kind, reference, createdAt, dueAt } = state.receipt;
      await submissions.put({ ...stored, state: { kind: 'sent', receipt: { kind, reference, createdAt, dueAt } } });
    }
  });
}

/** Removes a submission where, by what is stored now, nothing is left to send or to show. */
export function removeIfEmpty(key: string): Promise<void> {
  return write(async ({ submissions, photographs }) => {
    const { notTaken = [] } = (await submissions.get(key)) ?? {};
    const { length: count } = await photographs.of(key);
    if (count + notTaken.length === 0) await submissions.delete(key);
  });
}

/** Removes a submission with its photographs. */
export function remove(key: string): Promise<void> {
  return write(async ({ submissions, photographs, bytes }) => {
    await submissions.delete(key);
    for (const { id } of await photographs.of(key)) {
      await photographs.delete(id);
      await bytes.delete(id);
    }
  });
}
