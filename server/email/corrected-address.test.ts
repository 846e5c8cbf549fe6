// Protects: nothing of a claim is sent to an address that is no longer its sender's.
import { expect, test } from 'vitest';
import { createTestDesk } from '#testing/create-test-desk.ts';
import { engines, testDatabases } from '#testing/databases.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { olu } from '#testing/fixtures/test-staff.ts';
import { until } from '#testing/until.ts';
import { withMail } from '#testing/with-mail.ts';

const databases = testDatabases();
const right = 'right@example.org';

test.each(engines)(
  'what waits for an address that was corrected is not sent there, nor sent there again, on %s',
  async (engine) => {
    const testDesk = await createTestDesk(await databases.open(engine), { acknowledges: true });
    const { desk, storeClaim, senderEmails } = testDesk;
    const { server, startWorker } = await withMail(testDesk, { acknowledges: true });
    const id = await storeClaim(aoife);
    const run = async (...[action]: [Parameters<typeof desk.runAction>[2]]) =>
      expect(await desk.runAction(olu, id, action)).toMatchObject({ kind: 'done' });
    await run({ type: 'answers corrected', answers: JSON.stringify({ email: [aoife.email, right] }) });
    await run({ type: 'link renewed' });
    const { wake } = startWorker();
    const toSender = () =>
      server.emails.map(({ envelope }) => envelope.to[0]).filter((to) => [aoife.email, right].includes(to ?? ''));
    const settled = async () => (await senderEmails()).every(({ finished_at }) => finished_at !== null);
    await until('both to be settled', settled);
    expect(toSender()).toEqual([right]);
    const first = (await desk.submission(olu, id))?.emails.find(({ recipient }) => recipient === aoife.email);
    expect(first).toMatchObject({ state: 'not sent', detail: 'The email address was changed since.' });
    await run({ type: 'email sent again', emailId: first?.id ?? '' });
    wake();
    await until('it to be settled', settled);
    expect(toSender()).toEqual([right]);
  },
);
