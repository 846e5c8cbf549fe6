import { answered, isSomethingKept, waitingName } from './waiting-mark.ts';
import type { WaitingPhotograph, WaitingSubmission } from './waiting-submission.ts';

/** The tables of the database, within one transaction. */
type Tables = {
  submissions: Table<string, WaitingSubmission>;
  photographs: Table<number, WaitingPhotograph>;
  /** The bytes of a photograph, by its id. They are no blobs, because browsers have lost the files that stored blobs pointed to. */
  bytes: Table<number, ArrayBuffer>;
};

type Act<Result> = (tables: Tables) => Promise<Result>;

/** Reads what is stored; null where nothing is, without making a database for that. */
export async function readKept<Result>(act: Act<Result>): Promise<Result | null> {
  return (await isSomethingKept()) ? whileOpen((db) => transact(db, act, 'readonly')) : null;
}

/** Changes what is stored, all of it or nothing. An act may wait for nothing but its tables. */
export function write<Result>(act: Act<Result>): Promise<Result> {
  return whileOpen((db) => transact(db, act, 'readwrite'));
}

/**
 * Adds something; resolves once it is on the disk. Only additions need that: other changes are made again, under the same key. It has
 * a lock, so that nothing is added while another tab finds that nothing is left.
 */
export async function add<Result>(act: Act<Result>): Promise<Result> {
  return underLock(addingLock, {}, () => whileOpen((db) => transact(db, act, 'readwrite', { durability: 'strict' })));
}

/** Runs an act under a lock; without one where the browser has no locks, or refuses them, as some that block cookies do. */
export async function underLock<Result>(name: string, options: LockOptions, act: () => Promise<Result>): Promise<Result> {
  let acting: Promise<Result> | undefined;
  const begin = () => {
    acting = act();
    return acting;
  };
  await navigator.locks?.request(name, options, begin).catch(() => {});
  return acting ?? act();
}

const addingLock = `${waitingName}-adding`;

/** Shared by all that have the database open, so that it is deleted only where none has: a deletion holds back whatever comes after it. */
const openLock = `${waitingName}-open`;

/** Deletes the database where nothing is left in it, and no other tab has it open, such as one that the phone lets sleep. */
export async function tidyUp(): Promise<void> {
  // Without locks another tab could be about to add something.
  if (!navigator.locks || !(await isSomethingKept())) return;
  await navigator.locks.request(addingLock, () =>
    navigator.locks.request(openLock, { ifAvailable: true }, async (lock) => {
      if (!lock) return;
      const count = ({ submissions, photographs }: Tables) => Promise.all([submissions.count(), photographs.count()]);
      const left = await opened((db) => transact(db, count, 'readonly'));
      if (left.every((one) => one === 0)) await answered(indexedDB.deleteDatabase(waitingName));
    }),
  );
}

/** Opens the database, for each use: a tab that sleeps would keep others from deleting it. Rejects where the browser refuses it. */
async function whileOpen<Result>(act: (db: IDBDatabase) => Promise<Result>): Promise<Result> {
  return underLock(openLock, { mode: 'shared' }, () => opened(act));
}

async function opened<Result>(act: (db: IDBDatabase) => Promise<Result>): Promise<Result> {
  const request = indexedDB.open(waitingName, 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore('submissions', { keyPath: 'key' });
    request.result.createObjectStore('photographs', { keyPath: 'id' }).createIndex('key', 'key');
    request.result.createObjectStore('bytes', { autoIncrement: true });
  };
  const db = await answered(request);
  try {
    return await act(db);
  } finally {
    db.close();
  }
}

const names = ['submissions', 'photographs', 'bytes'];

/** Runs an act in a transaction, which has ended when this resolves. One that throws changes nothing. */
async function transact<Result>(
  db: IDBDatabase,
  act: Act<Result>,
  mode: IDBTransactionMode,
  options?: IDBTransactionOptions,
): Promise<Result> {
  const tx = db.transaction(names, mode, options);
  const ended = new Promise<void>((resolve, reject) => {
    tx.oncomplete = () => resolve();
    tx.onabort = () => reject(tx.error ?? new Error('The browser has stored nothing.'));
  });
  const acting = act({
    submissions: tableOf(tx.objectStore('submissions')),
    photographs: tableOf(tx.objectStore('photographs')),
    bytes: tableOf(tx.objectStore('bytes')),
  }).catch((error: unknown) => {
    // A request that failed has ended it already.
    if (!tx.error) tx.abort();
    throw error;
  });
  return (await Promise.all([acting, ended]))[0];
}

type Table<Key, Row> = ReturnType<typeof tableOf<Key & IDBValidKey, Row>>;

function tableOf<Key extends IDBValidKey, Row>(store: IDBObjectStore) {
  return {
    get: (key: Key): Promise<Row | undefined> => answered(store.get(key)),
    all: (): Promise<Row[]> => answered(store.getAll()),
    /** The photographs of a submission, or of a form. */
    of: (owner: string): Promise<Row[]> => answered(store.index('key').getAll(owner)),
    count: (): Promise<number> => answered(store.count()),
    put: (row: Row) => answered(store.put(row)),
    /** Adds a row under a key that it returns. */
    add: (row: Row): Promise<Key> => answered(store.add(row)) as Promise<Key>,
    delete: (key: Key) => answered(store.delete(key)),
  };
}
