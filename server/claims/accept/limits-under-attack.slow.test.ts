// Protects: rate limits stay fair, quick and small under attack.
import { expect, test } from 'vitest';
import { contact } from '#forms/contact.ts';
import { heapInUse } from '#testing/heap.ts';
import { startProcessorClock } from '#testing/processor-time.ts';
import { undisturbed } from '#testing/undisturbed.ts';
import type { SentSubmission } from '../stored-submission.ts';
import type { IncomingSubmission } from './accept.ts';
import { addressAllowance, createLimits } from './limits.ts';

/** Asks the limits with as much of a submission as they read. */
function admitFrom(limits: ReturnType<typeof createLimits>, address: string, email: string, index: number) {
  const data = { name: 'A', email, phone: '', subject: 'S', message: `${index}` };
  const incoming: IncomingSubmission = { form: contact, answers: data, idempotencyKey: null, cameBy: 'function', address };
  const sent: SentSubmission = {
    id: `${index}`,
    reference: '',
    formName: contact.name,
    data,
    createdAt: 1_000,
    dueAt: null,
    ownTargetAt: null,
    idempotencyKey: null,
    contentHash: `${index}`,
    cameBy: 'function',
  };
  return limits.admit(incoming, sent).kind;
}

test('a flood from a hundred thousand addresses limits nobody else, and the last request costs as much as the first', async () => {
  const limits = createLimits();
  let first = 0;
  const flood = async (count: number) => {
    const processorMs = startProcessorClock();
    for (const last = first + count; first < last; first += 1)
      admitFrom(limits, `2001:db8:${first}::/64`, `p${first}@example.com`, first);
    return processorMs();
  };
  const most = 5 * (await flood(20_000)) + 100;
  await flood(60_000);
  expect(
    await undisturbed(
      () => flood(20_000),
      (ms) => ms < most,
    ),
  ).toBeLessThan(most);
  expect(admitFrom(limits, '203.0.113.7', 'harpreet@example.com', -1)).toBe('admitted');
});

test('the 65,536 networks of one customer with IPv6 send three times as much as one address, and then nothing', () => {
  const limits = createLimits();
  const kinds = Array.from({ length: 4 * addressAllowance.burst }, (_, index) =>
    admitFrom(limits, `2001:db8:1:${index.toString(16)}::/64`, `p${index}@example.com`, index),
  );
  expect(kinds.filter((kind) => kind === 'admitted')).toHaveLength(3 * addressAllowance.burst);
  expect(admitFrom(limits, '2001:db8:2:1::/64', 'harpreet@example.com', -1)).toBe('admitted');
});

test('an email address as long as a body may be is not kept in memory', () => {
  const limits = createLimits();
  const before = heapInUse();
  for (let index = 0; index < 1_000; index += 1)
    admitFrom(limits, `2001:db8:${index}::/64`, `${'x'.repeat(90_000)}${index}@example.com`.toUpperCase(), index);
  expect(heapInUse() - before).toBeLessThan(10_000_000);
});

test('senders who return again and again take no more memory than the first time', () => {
  const limits = createLimits({ burst: 1e9, perMinute: 1 });
  const send = (times: number) => {
    for (let index = 0; index < times; index += 1)
      admitFrom(limits, `203.0.113.${index % 100}`, `p${index % 100}@example.com`, index);
  };
  // After these every list of recent submissions is full.
  send(25_000);
  const before = heapInUse();
  send(50_000);
  expect(heapInUse() - before).toBeLessThan(2_000_000);
});
