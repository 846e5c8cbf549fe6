import { createHash, randomUUID } from 'node:crypto';
import type { FormData } from '#forms/form.ts';
import type { NewSubmission } from '#server/submissions/submission.ts';
import { aoife } from './fixtures/people.ts';

let count = 0;

/** A claim as the store takes it, different from every other one except where a test says so. */
export function claimFrom(data: FormData = aoife, more: Partial<NewSubmission> = {}): NewSubmission {
  count += 1;
  const distinct = { ...data, additionalInfo: `${data.additionalInfo} (${count})` };
  return {
    id: randomUUID(),
    reference: createHash('sha256').update(randomUUID()).digest('hex').slice(0, 9),
    formName: 'Make a Claim',
    data: distinct,
    createdAt: Date.now(),
    dueAt: null,
    targetAt: null,
    idempotencyKey: null,
    contentHash: createHash('sha256').update(JSON.stringify(distinct)).digest('hex'),
    cameBy: 'function',
    quarantineReason: null,
    ...more,
  };
}
