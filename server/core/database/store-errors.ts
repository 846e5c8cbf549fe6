import { errorMessage } from '#server/core/observability/log.ts';
import { codeOf } from './database.ts';

/** When to try again what the store could not do, in seconds. */
export const storeRetrySeconds = 30;

/** PostgreSQL was not reached, or did not answer. It has the code of its cause. */
export class StoreAwayError extends Error {
  readonly code: string;

  constructor(cause: unknown) {
    super(errorMessage(cause), { cause });
    this.code = codeOf(cause);
  }
}

/** Whether an error comes from a store that is away, busy, full or read-only, so that the same may work in a moment. */
export function isStoreAway(error: unknown): boolean {
  if (error instanceof StoreAwayError || error instanceof StoreBusyError) return true;
  return /^(57014|57P0[123]|25006|53\w{3}|SQLITE_(BUSY|FULL|IOERR|READONLY)\w*)$/.test(codeOf(error));
}

/** A write waited so long for others of this process that it was given up. Nothing was done; it may be tried again. */
export class StoreBusyError extends Error {
  readonly code = 'STORE_BUSY';

  constructor() {
    super('The store is busy: other writes did not end in time.');
  }
}
