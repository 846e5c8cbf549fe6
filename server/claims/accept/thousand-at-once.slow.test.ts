// Protects: a thousand submissions at once, with repeats, are a thousand.
import { expect, test } from 'vitest';
import { createTestApp } from '#testing/create-test-app.ts';
import { sampleMessages } from '#testing/fixtures/submissions.ts';

const harpreet = sampleMessages[0].data;

test('a thousand submissions, each sent two to five times at once, are a thousand, with a thousand emails', async () => {
  const testApp = await createTestApp({ RATE_LIMIT: 'off' });
  const sends = Array.from({ length: 1_000 }, (_, index) => index).flatMap((index) => {
    const message = { ...harpreet, email: `person${index}@example.com`, message: `${harpreet.message} ${index}` };
    const headers: Record<string, string> = index % 2 ? { 'Idempotency-Key': `key-${index}` } : {};
    const ways = [testApp.send, testApp.insert, testApp.send, testApp.insert, testApp.send].slice(0, 2 + (index % 4));
    return ways.map((way) => way('Contact Us', message, headers));
  });
  const statuses = new Set((await Promise.all(sends)).map(({ status }) => status));
  expect(statuses).toEqual(new Set([200, 201]));
  expect([testApp.rows().length, testApp.emails().length]).toEqual([1_000, 1_000]);
});
