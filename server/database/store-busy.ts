/** A write waited so long for others of this process that it was given up. Nothing was done; it may be tried again. */
export class StoreBusyError extends Error {
  readonly code = 'STORE_BUSY';

  constructor() {
    super('The store is busy: other writes did not end in time.');
  }
}
