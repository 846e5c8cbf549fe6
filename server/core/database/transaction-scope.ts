import { AsyncLocalStorage } from 'node:async_hooks';
import type { Database } from './database.ts';
import type { Db, Tx } from './schema.ts';

/** The open `write` that called the running code; undefined where none did. */
const scope = new AsyncLocalStorage<{ isOpen: boolean }>();

/** A bug: the code should use the transaction that it was called in. */
export class NestedTransactionError extends Error {
  constructor() {
    super('Inside a transaction only the transaction may be used: nothing was done.');
  }
}

/**
 * Throws where an open `write` called the running code. On SQLite it would wait for the end of that transaction, which waits for it; on
 * PostgreSQL it would take a second connection while the transaction holds the first.
 */
export function refuseInsideWrite(): void {
  if (scope.getStore()?.isOpen) throw new NestedTransactionError();
}

type LastStep = () => Promise<void>;

const lastSteps = new WeakMap<Tx, LastStep[]>();

/**
 * Adds a step that runs when the work of a transaction is done, just before the commit. A lock that all transactions share is taken in
 * such a step: it is held for a moment only, and after every other lock, so that no two transactions wait for each other.
 */
export function beforeCommit(tx: Tx, step: LastStep): void {
  const steps = lastSteps.get(tx);
  if (!steps) throw new Error('This is not the transaction of a `write`, or its work is done.');
  steps.push(step);
}

export function createWrite(db: Db): Database['write'] {
  return async (work) => {
    refuseInsideWrite();
    return db.transaction().execute((tx) => runInScope(tx, work));
  };
}

async function runInScope<T>(tx: Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
  const state = { isOpen: true };
  const steps: LastStep[] = [];
  lastSteps.set(tx, steps);
  try {
    const result = await scope.run(state, () => work(tx));
    lastSteps.delete(tx);
    for (const step of steps) await step();
    return result;
  } finally {
    // What the work has started and left running may write again.
    state.isOpen = false;
  }
}
