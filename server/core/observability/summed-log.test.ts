// Protects: a flood of equal events does not flood the log.
import { expect, test } from 'vitest';
import { createTestApp } from '#testing/create-test-app.ts';
import { sampleMessages } from '#testing/fixtures/submissions.ts';

const { formName, data } = sampleMessages[0];

test.each<[string, (testApp: Awaited<ReturnType<typeof createTestApp>>) => Promise<Response>, string]>([
  ['malformed calls', ({ post }) => post('/functions/v1/send-form-email', '{'), 'form refused'],
  ['invalid answers', ({ send }) => send(formName, {}), 'submission invalid'],
  ['repeats', ({ send }) => send(formName, data, { 'Idempotency-Key': 'k' }), 'submission'],
  [
    'other answers under one key',
    ({ send }) => send(formName, { ...data, phone: '1' }, { 'Idempotency-Key': 'k' }),
    'submission conflict',
  ],
])('two hundred %s are twenty lines and a number', async (_, provoke, event) => {
  const testApp = await createTestApp({ LOG_LEVEL: 'info' });
  await testApp.send(formName, data, { 'Idempotency-Key': 'k' });
  const before = testApp.logged.length;
  for (let index = 0; index < 200; index += 1) await provoke(testApp);
  expect(testApp.logged.slice(before).filter((line) => line.includes(`"${event}"`))).toHaveLength(20);
  expect(testApp.logged.length - before).toBeLessThan(25);
  await testApp.close();
  expect(testApp.logged.map((line) => JSON.parse(line))).toContainEqual(
    expect.objectContaining({ event: 'lines left out', of: event, count: 180 }),
  );
});

test('after a minute lines are written again, and every submission that is stored has its own', async () => {
  const testApp = await createTestApp({ LOG_LEVEL: 'info' });
  for (let index = 0; index < 30; index += 1) await testApp.send(formName, {});
  testApp.clock.now += 60_000;
  const before = testApp.logged.length;
  await testApp.send(formName, {});
  expect(testApp.logged.length).toBe(before + 1);
  for (let index = 0; index < 50; index += 1) await testApp.send(formName, { ...data, email: `p${index}@example.com` });
  expect(testApp.logged.filter((line) => line.includes('"outcome":"new"'))).toHaveLength(50);
});
