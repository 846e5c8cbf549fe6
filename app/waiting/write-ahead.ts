import { minute } from '#forms/durations.ts';
import { timeLimit } from '#forms/time-limit.ts';
import { type Attempt, isUnsent } from './attempt.ts';
import { postSubmission } from './post-submission.ts';
import { add, underLock, write } from './waiting-database.ts';
import { isSomethingKept, waitingName } from './waiting-mark.ts';
import { keep, readWaiting } from './waiting-store.ts';
import type { Accepted, WaitingSubmission } from './waiting-submission.ts';

/**
 * Write-ahead: a form is on the device before it is sent, and the answer settles it. A page that is closed while it sends, or a browser
 * that is killed, leaves it there, and the next page or the service worker sends it under the same key.
 */

/** A form that is about to be sent. */
type Outgoing = Omit<WaitingSubmission, 'photographs' | 'state'>;

/** How long a device may take to store something before the visitor no longer waits for it, in milliseconds. */
type StorageLimits = {
  /** Before the form is sent. It is sent all the same. */
  ahead: number;
  /** Before the receipt is shown, or a refusal. */
  noted: number;
  /** Before a form that was not sent counts as not kept: once its photographs are stored, and until they are. */
  kept: number;
  photographs: number;
};

const storageLimits: StorageLimits = { ahead: 3_000, noted: 4_000, kept: 30_000, photographs: 120_000 };

type Parts = {
  outgoing: Outgoing;
  /** The keys of what it takes the place of: a submission that waits, and photographs that were chosen for it. */
  takes: string[];
  formAgeMs: number;
  /** Resolves once all photographs that were chosen are stored. */
  photographsStored: () => Promise<void>;
  /** Called before the receipt is stored, which other tabs read. */
  onAccepted?: () => void;
  limits?: StorageLimits;
};

/**
 * Whether what did not get through is on this device, or what our server asks about. `deleted`: its sender has deleted it while it was
 * being sent.
 */
type Kept = 'kept' | 'deleted' | 'not kept';

export type Settled = { attempt: Attempt; kept: Kept };

/** Sends a form for the first time. The caller has the lock of its form. */
export async function sendAhead(parts: Parts): Promise<Settled> {
  const { outgoing, takes, formAgeMs, photographsStored, limits = storageLimits } = parts;
  let isWritten = false;
  const written = keepAhead(outgoing, takes).then(() => {
    isWritten = true;
  });
  await within(limits.ahead, written);
  const attempt = await postSubmission({ ...outgoing, formAgeMs });
  if (isUnsent(attempt)) {
    const isAhead = isWritten;
    const row = { ...outgoing, last: { at: Date.now(), unsent: attempt }, state: { kind: 'waiting' as const } };
    const kept = await keepWaiting(row, { takes, photographsStored, limits, isStored: isAhead });
    return { attempt, kept: kept === 'not kept' && isAhead ? 'kept' : kept };
  }
  if (attempt.kind === 'accepted') parts.onAccepted?.();
  let kept: Kept = 'not kept';
  const settled = written
    .catch(() => {})
    .then(async () => {
      if (attempt.kind === 'accepted') await settleAccepted(outgoing, attempt, takes, photographsStored);
      else if (attempt.kind === 'question' && (await ask(outgoing, attempt, takes))) kept = 'kept';
      else await withdraw(outgoing.key);
    });
  await within(limits.noted, settled);
  return { attempt, kept };
}

/** Longer than an attempt takes: a page that the phone lets sleep while it sends may not go on for hours. */
const turnMs = minute;

/**
 * Runs an act under the lock of a form: pages send a form one after the other, and what a closed page left is free for others. After some
 * time it runs without the lock.
 */
export function whileSending<Result>(slug: string, act: () => Promise<Result>): Promise<Result> {
  const late = new AbortController();
  setTimeout(() => late.abort(), timeLimit('turn', turnMs));
  return underLock(lockOf(slug), { signal: late.signal }, act);
}

const lockOf = (slug: string) => `${waitingName}-sending-${slug}`;

/** Where browsers have no locks, what was kept longer ago than any attempt takes was left, and what a clock says that was put back. */
const leftAfterMs = minute;

/**
 * Makes what closed pages left while they sent it wait, and returns whether there was any. `wait`: even where a page is still sending,
 * once it has ended.
 */
export async function adoptLeft(whenBusy: 'leave' | 'wait'): Promise<boolean> {
  let hasAdopted = false;
  for (const { key, slug, state } of await readWaiting()) {
    if (state.kind !== 'kept') continue;
    const act = async () => {
      hasAdopted = (await adopt(key)) || hasAdopted;
    };
    if (navigator.locks)
      await navigator.locks.request(lockOf(slug), { ifAvailable: whenBusy === 'leave' }, (lock) => lock && act());
    else if (Math.abs(Date.now() - state.at) > leftAfterMs) await act();
  }
  return hasAdopted;
}

async function adopt(key: string): Promise<boolean> {
  const row = (await readWaiting()).find((one) => one.key === key);
  if (row?.state.kind !== 'kept') return false;
  // Its page was closed before it had the answer.
  return (await keep({ ...row, mayHaveArrived: true, state: { kind: 'waiting' } }, row.state.takes, true)) !== null;
}

/** What waits already stays as it is, and so does a receipt whose photographs are still to be sent. */
function keepAhead(outgoing: Outgoing, takes: string[]): Promise<void> {
  return add(async ({ submissions }) => {
    const before = (await submissions.get(outgoing.key)) ?? null;
    if (before === null || before.state.kind === 'refused' || before.state.kind === 'sent')
      await submissions.put({ ...outgoing, photographs: 0, state: { kind: 'kept', at: Date.now(), takes, before } });
  });
}

/**
 * Keeps a question in the place of an earlier version that waits, which is sent by no tab before it is answered. Returns whether there
 * was one.
 */
async function ask(outgoing: Outgoing, attempt: Extract<Attempt, { kind: 'question' }>, takes: string[]): Promise<boolean> {
  const isNewer = (await readWaiting()).some(({ key, state }) => takes.includes(key) && state.kind === 'waiting');
  if (isNewer) await keep({ ...outgoing, state: { kind: 'refused', attempt } }, takes);
  return isNewer;
}

/** Ends what was kept, because the form shows why it was refused. */
async function withdraw(key: string): Promise<void> {
  if (!(await isSomethingKept())) return;
  await write(async ({ submissions }) => {
    const stored = await submissions.get(key);
    if (stored?.state.kind !== 'kept') return;
    await (stored.state.before ? submissions.put(stored.state.before) : submissions.delete(key));
  });
}

/** Replaces what was kept by the receipt, for as long as photographs are to be sent or other tabs have to show it. */
async function settleAccepted(
  outgoing: Outgoing,
  receipt: Accepted,
  takes: string[],
  photographsStored: () => Promise<void>,
): Promise<void> {
  await photographsStored();
  await keep({ ...outgoing, body: '', shownAt: Date.now(), state: { kind: 'accepted', receipt } }, takes);
}

type Keeping = {
  takes: string[];
  photographsStored: () => Promise<void>;
  limits?: StorageLimits;
  /** It is stored already. Where it no longer exists it was deleted, and is not stored again. */
  isStored?: boolean;
  /** Removes it again where it is stored after it counted as not kept. */
  undo?: () => Promise<void>;
};

/** Keeps a submission until there is signal; `not kept` where that is not certain. */
export async function keepWaiting(row: Omit<WaitingSubmission, 'photographs'>, keeping: Keeping): Promise<Kept> {
  const { takes, photographsStored, limits = storageLimits, isStored = false, undo } = keeping;
  let isDeleted = false;
  const stored = photographsStored();
  const kept = stored.then(async () => {
    isDeleted = (await keep(row, takes, isStored)) === null;
  });
  const isKept = (await within(limits.photographs, stored)) && (await within(limits.kept, kept));
  void kept.then(isKept ? undefined : undo).catch(() => {});
  if (isDeleted) return 'deleted';
  return isKept ? 'kept' : 'not kept';
}

/** Waits for work, which goes on when the time is over; returns whether it has succeeded by then. */
async function within(limitMs: number, work: Promise<unknown>): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, timeLimit('storage', limitMs), false);
  });
  const done = work.then(
    () => true,
    () => false,
  );
  const isDone = await Promise.race([done, late]);
  clearTimeout(timer);
  return isDone;
}
