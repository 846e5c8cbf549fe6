import { type DBSchema, deleteDB, type IDBPDatabase, openDB } from 'idb';
import type { Attempt } from './post-submission.ts';
import { isSomethingKept, waitingName } from './waiting-mark.ts';

export type Accepted = Extract<Attempt, { kind: 'accepted' }>;

/** A submission that is kept on the device until our server has it. */
export type WaitingSubmission = {
  /** The idempotency key of every attempt. */
  key: string;
  /** Where it is posted. */
  url: string;
  /** What is posted; '' once it was accepted. */
  body: string;
  /** The keys of those that it took the place of. */
  replaces?: string[];
  what: 'claim' | 'message';
  /** The form, and the page that has it. */
  slug: string;
  path: string;
  /** In milliseconds by the device's clock, which may be wrong. */
  createdAt: number;
  /** A time by the server's clock that was past when it was kept. */
  keptAfter?: number | null;
  /** Number of photographs that are still to be sent with it, and why others were not taken, in sentences. */
  photographs: number;
  notTaken?: string[];
  /** Why the photographs wait until the private link is opened again, in a sentence; '' where they do not. */
  needsLink?: string;
  state:
    | { kind: 'waiting' }
    /** The server will not take it like this. */
    | { kind: 'refused'; attempt: Extract<Attempt, { kind: 'invalid' | 'refused' }> }
    /** The server has it, and no page has shown the receipt yet or photographs are still to be sent. */
    | { kind: 'accepted'; receipt: Accepted }
    /** Nothing is left to do. Without the private link: it tells a tab that is restored later that what it shows was sent. */
    | { kind: 'sent'; receipt: Accepted };
};

/** `key`: of its submission, or of the form that it was chosen for. `uploadUrl`: where its upload began. */
export type WaitingPhotograph = { id: number; key: string; name: string; type: string; addedAt: number; uploadUrl?: string };

/** After that it is not sent by itself any more: the page asks. */
const waitsMs = 30 * 24 * 60 * 60_000;

/**
 * By the device's clock. One that was set back makes nothing old, and one that was behind and is put right nothing that cannot have been
 * kept before our server's time.
 */
export function isOld({ createdAt, keptAfter }: WaitingSubmission): boolean {
  return Date.now() - Math.max(createdAt, keptAfter ?? 0) > waitsMs;
}

/** The oldest first, with what was sent. */
export async function readWaiting(): Promise<WaitingSubmission[]> {
  if (!(await isSomethingKept())) return [];
  const all = await withDatabase((db) => db.getAll('submissions'));
  return all.sort((one, other) => one.createdAt - other.createdAt);
}

/**
 * Resolves once it is on the device and was read back from there. It takes the place of `replaced`, with its photographs. A submission
 * that waits already keeps its age.
 */
export function keep(submission: Omit<WaitingSubmission, 'photographs'>, replaced: string[] = []): Promise<WaitingSubmission> {
  const { key } = submission;
  return add(async (db) => {
    const tx = db.transaction(['submissions', 'photographs'], 'readwrite', durable);
    const [submissions, photographs] = [tx.objectStore('submissions'), tx.objectStore('photographs')];
    const { createdAt, keptAfter = null, notTaken = [] } = (await submissions.get(key)) ?? submission;
    for (const other of replaced) {
      await submissions.delete(other);
      for (const photograph of await photographs.index('key').getAll(other)) await photographs.put({ ...photograph, key });
    }
    const count = await photographs.index('key').count(key);
    await submissions.put({ ...submission, createdAt, keptAfter, notTaken, photographs: count });
    await tx.done;
    const stored = await db.get('submissions', key);
    if (stored?.body !== submission.body) throw new Error('What was stored could not be read back.');
    return stored;
  });
}

/** Changes what is there; a submission that was cancelled meanwhile stays gone. */
export function change(key: string, changes: Partial<WaitingSubmission>): Promise<void> {
  return withDatabase(async (db) => {
    const tx = db.transaction('submissions', 'readwrite');
    const stored = await tx.store.get(key);
    if (stored) await tx.store.put({ ...stored, ...changes });
    await tx.done;
  });
}

/**
 * Replaces the answers by the receipt, once the server has them. Also where the submission was cancelled meanwhile: the visitor must know
 * that it was sent.
 */
export function markAccepted(submission: WaitingSubmission, receipt: Accepted): Promise<void> {
  return withDatabase(async (db) => {
    const tx = db.transaction('submissions', 'readwrite');
    const photographs = (await tx.store.get(submission.key))?.photographs ?? 0;
    await tx.store.put({ ...submission, body: '', photographs, state: { kind: 'accepted', receipt } });
    await tx.done;
  });
}

/** Accepted, with nothing left to send or to say. */
export function isFinished({ state, photographs, notTaken = [] }: WaitingSubmission): boolean {
  return state.kind === 'accepted' && photographs + notTaken.length === 0;
}

/** The receipts of what is finished were shown: their private links go. */
export function markFinishedSent(): Promise<void> {
  return withDatabase(async (db) => {
    const tx = db.transaction('submissions', 'readwrite');
    for (const stored of await tx.store.getAll()) {
      if (stored.state.kind !== 'accepted' || !isFinished(stored)) continue;
      const { kind, reference, createdAt } = stored.state.receipt;
      await tx.store.put({ ...stored, state: { kind: 'sent', receipt: { kind, reference, createdAt } } });
    }
    await tx.done;
  });
}

/** Nothing is left to send of it, and nothing to say, by what is stored now. */
export function removeIfEmpty(key: string): Promise<void> {
  return withDatabase(async (db) => {
    const tx = db.transaction(['submissions', 'photographs'], 'readwrite');
    const stored = await tx.objectStore('submissions').get(key);
    const photographs = await tx.objectStore('photographs').index('key').count(key);
    if (photographs + (stored?.notTaken ?? []).length === 0) await tx.objectStore('submissions').delete(key);
    await tx.done;
  });
}

/** With its photographs. */
export function remove(key: string): Promise<void> {
  return withDatabase(async (db) => {
    const tx = db.transaction(['submissions', 'photographs', 'bytes'], 'readwrite');
    await tx.objectStore('submissions').delete(key);
    const photographs = tx.objectStore('photographs');
    for (const id of await photographs.index('key').getAllKeys(key)) {
      await photographs.delete(id);
      await tx.objectStore('bytes').delete(id);
    }
    await tx.done;
  });
}

/** Deletes the database where nothing is left in it. */
export async function tidyUp(): Promise<void> {
  // Without locks another tab could be about to add something.
  if (!navigator.locks || !(await isSomethingKept())) return;
  await navigator.locks.request(addingLock, async () => {
    const left = await withDatabase(async (db) => (await db.count('submissions')) + (await db.count('photographs')));
    if (left === 0) await deleteDB(waitingName);
  });
}

const addingLock = `${waitingName}-adding`;

/** Nothing is added while another tab finds that nothing is left. */
export async function add<Result>(act: (db: IDBPDatabase<Schema>) => Promise<Result>): Promise<Result> {
  return navigator.locks ? navigator.locks.request(addingLock, () => withDatabase(act)) : withDatabase(act);
}

/** On the disk before it counts as done. For what is added alone: whatever else is lost is done once more, under the same key. */
export const durable = { durability: 'strict' } as const;

interface Schema extends DBSchema {
  submissions: { key: string; value: WaitingSubmission };
  photographs: { key: number; value: WaitingPhotograph; indexes: { key: string } };
  /** Of a photograph, by its id. As bytes: browsers have lost the files that stored blobs pointed to. */
  bytes: { key: number; value: ArrayBuffer };
}

/** Rejects where the browser refuses storage. Opened for each use: a tab that sleeps would keep others from deleting the database. */
export async function withDatabase<Result>(act: (db: IDBPDatabase<Schema>) => Promise<Result>): Promise<Result> {
  const db = await openDB<Schema>(waitingName, 1, {
    upgrade: (created) => {
      created.createObjectStore('submissions', { keyPath: 'key' });
      created.createObjectStore('photographs', { keyPath: 'id' }).createIndex('key', 'key');
      created.createObjectStore('bytes', { autoIncrement: true });
    },
  });
  try {
    return await act(db);
  } finally {
    db.close();
  }
}
