import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

const current = new AsyncLocalStorage<string>();

/** The id of the request that is being answered; null outside of one. */
export function currentRequestId(): string | null {
  return current.getStore() ?? null;
}

/** Everything that `work` starts knows the id. */
export function withRequestId<T>(id: string, work: () => T): T {
  return current.run(id, work);
}

export function newRequestId(): string {
  return randomUUID();
}
