// Protects: nothing of a claim is sent to an address that is no longer its sender's.
import { expect, test } from 'vitest';
import { minute } from '#forms/durations.ts';
import { createTestDesk } from '#testing/create-test-desk.ts';
import { testDatabases } from '#testing/databases.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { olu } from '#testing/fixtures/test-staff.ts';
import { until } from '#testing/until.ts';
import { withMail } from '#testing/with-mail.ts';

const databases = testDatabases();
const [wrong, right] = [aoife.email, 'right@example.org'];

async function setup() {
  const testDesk = await createTestDesk(await databases.open(), { emailsSenders: true });
  const { desk, storeClaim, senderEmails } = testDesk;
  const { server, startWorker } = await withMail(testDesk, { emailsSenders: true });
  const id = await storeClaim(aoife);
  const run = async (action: Parameters<typeof desk.runAction>[2]) => {
    const outcome = await desk.runAction(olu, id, action);
    if (outcome.kind !== 'done') throw new Error(JSON.stringify(outcome));
    return outcome.undo;
  };
  const correct = () => run({ type: 'answers corrected', answers: JSON.stringify({ email: [wrong, right] }) });
  const settled = () =>
    until('all to be settled', async () => (await senderEmails()).every(({ finished_at }) => finished_at !== null));
  const sent = () => server.emails.map(({ envelope }) => envelope.to[0]).filter((to) => to === wrong || to === right);
  return { ...testDesk, id, run, correct, settled, sent, startWorker };
}

test('what waits when the address is corrected goes to the right one, with the news of what was done', async () => {
  const { run, correct, settled, sent, startWorker, advance } = await setup();
  await run({ type: 'contact attempted', outcome: 'spoke', line: '' });
  const undo = await correct();
  if (!undo) throw new Error('It cannot be taken back.');
  await run(undo);
  await correct();
  await advance(11 * minute);
  startWorker();
  await settled();
  expect(sent()).toEqual([right, right]);
});

test('what was sent to a wrong address is not sent there again', async () => {
  const { desk, id, run, correct, settled, sent, startWorker } = await setup();
  const { wake } = startWorker();
  await settled();
  expect(sent()).toEqual([wrong]);
  await correct();
  await run({ type: 'link renewed' });
  const first = (await desk.submission(olu, id))?.emails.find(({ recipient }) => recipient === wrong);
  await run({ type: 'email sent again', emailId: first?.id ?? '' });
  wake();
  await settled();
  expect(sent()).toEqual([wrong, right]);
  const again = (await desk.submission(olu, id))?.emails.find(({ recipient }) => recipient === wrong);
  expect(again).toMatchObject({ state: 'not sent', detail: 'The email address was changed since.' });
});
