// Protects: what Postfix, Exim and OpenSMTPD answer is read as what it is, for each recipient, and nobody gets an email twice.
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { minute } from '#forms/durations.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { longLimits, startMailServer } from '#testing/mail-server.ts';
import { agents, canRun, heloName, startAgent } from '#testing/mail-transfer-agents.ts';
import { startSocketServer } from '#testing/socket-server.ts';
import { until } from '#testing/until.ts';
import { openMail } from '#testing/with-mail.ts';
import { mailboxOf } from './mailer.ts';
import { createSmtpMailer } from './smtp-mailer.ts';

const at = (name: string) => `${name}@kerbside.example`;

const message = {
  id: '<1@kerbside.example>',
  fileName: '1.eml',
  from: mailboxOf(at('website')),
  to: [mailboxOf(at('claims'))],
  replyTo: null,
  autoSubmitted: null,
  subject: 'A claim',
  html: '<p>A claim</p>',
  text: 'A claim',
  sentAt: 0,
};

/** What was handed on of this test. OpenSMTPD has one queue for the machine, and may hand on once more what a test before it left there. */
async function ownEmails({ server, database }: Pick<Awaited<ReturnType<typeof openMail>>, 'server' | 'database'>) {
  const jobs = await database.db.selectFrom('jobs').select('id').where('template', 'is not', null).execute();
  return () => server.emails.filter(({ messageId }) => jobs.some(({ id }) => messageId?.includes(id)));
}

describe.each(agents)('$name', (agent) => {
  const tested = test.skipIf(!canRun(agent));

  tested.each([
    [
      'one refused for good and one for now',
      { claims: /^sent/, gone: /^failed: refused: 550 /, later: /^waits: deferred: 45[01] / },
    ],
    ['one at whom the connection ends', { claims: /^sent/, busy: /^waits: (deferred|unreachable): (421 |Connection closed)/ }],
  ])('of several recipients with %s, each has an outcome, and who is taken gets it once', async (_, expected) => {
    const names = Object.keys(expected);
    const { server, startWorker, storeClaims, database, clock } = await openMail({ mailTo: names.map(at).map(mailboxOf) });
    const worker = startWorker({ heloName }, await startAgent(agent, server.port));
    await storeClaims(aoife);
    const outcomes = async () => {
      const rows = await database.db.selectFrom('jobs').selectAll().where('template', 'is not', null).execute();
      const all = rows.map(({ recipient, finished_at, failed_at, last_outcome, last_detail }) => [
        recipient?.replace(/@.*/, '') ?? 'claims',
        finished_at ? last_outcome : `${failed_at ? 'failed' : 'waits'}: ${last_outcome}: ${last_detail}`,
      ]);
      return Object.fromEntries(all.toSorted(([, one], [, other]) => (one === 'not sent' ? -1 : other === 'not sent' ? 1 : 0)));
    };
    await until('an outcome for each', async () => {
      clock.time += 1_000;
      worker.wake();
      const found = await outcomes();
      return Object.entries(expected).every(([name, outcome]) => outcome.test(found[name] ?? ''));
    });
    expect(Object.keys(await outcomes()).toSorted()).toEqual(names.toSorted());
    const handedOn = await ownEmails({ server, database });
    await until('it to be handed on', () => handedOn().length > 0);
    clock.time += minute;
    worker.wake();
    await pause(500);
    expect(handedOn().map(({ envelope }) => envelope.to)).toEqual([[at('claims')]]);
  });

  tested('an answer after the time of an attempt is waited for, and one that a cut keeps away is unknown', async () => {
    const { server, startWorker, storeClaims, attempts, database, clock } = await openMail();
    const url = new URL(await startAgent(agent, server.port, { answersAfter: 4 }));
    const port = Number(url.port);
    const cut = { isDue: false };
    const proxy = await startSocketServer((socket) => {
      const onward = connect(port, '127.0.0.1');
      for (const [from, to] of [[socket, onward] as const, [onward, socket] as const])
        from
          .pipe(to)
          .on('error', () => {})
          .on('close', () => from.destroy());
      socket.on('data', (bytes) => {
        if (!cut.isDue || !bytes.includes('\r\n.\r\n')) return;
        cut.isDue = false;
        // The server has it then.
        setTimeout(() => socket.destroy(), 1_000);
      });
    });
    url.port = `${proxy}`;
    const worker = startWorker({ heloName, maxAttemptMs: 2_000, lateMs: 500 }, `${url}`);
    const outcomes = async () => (await attempts()).map(({ outcome }) => outcome);
    await storeClaims(aoife);
    worker.wake();
    await until('its answer', async () => (await outcomes()).length === 1);
    expect(await outcomes()).toEqual(['sent']);

    cut.isDue = true;
    await storeClaims(aoife);
    worker.wake();
    await until('the cut', async () => (await outcomes()).length === 2);
    clock.time += 11 * minute;
    worker.wake();
    await until('it to be repeated', async () => (await outcomes()).length === 3);
    expect(await outcomes()).toEqual(['sent', 'unknown', 'sent']);
    const handedOn = await ownEmails({ server, database });
    const ids = () => handedOn().map(({ messageId }) => messageId);
    await until('all to be handed on', () => new Set(ids()).size === 2);
    await pause(500);
    expect(ids().filter((id) => id === ids()[0])).toHaveLength(1);
  });

  tested('a refusal is what it says, SMTPUTF8 is asked for first, and a greeting without a name is not tried', async () => {
    const sink = await startMailServer();
    onTestFinished(sink.close);
    const mailerFor = (url: string, name = heloName) => {
      const mailer = createSmtpMailer(url, { ...longLimits, heloName: name });
      onTestFinished(mailer.close);
      return mailer;
    };
    const url = await startAgent(agent, sink.port, { hasUtf8: false });
    const mailer = mailerFor(url);
    const looksAtSenders = agent.name !== 'OpenSMTPD';
    const answers = {
      gone: await mailer.send({ ...message, to: [mailboxOf(at('gone'))] }),
      later: await mailer.send({ ...message, to: [mailboxOf(at('later'))] }),
      elsewhere: await mailer.send({ ...message, to: [mailboxOf('somebody@elsewhere.example')] }),
      sender: await mailer.send({ ...message, from: mailboxOf('boss@elsewhere.example') }),
      unnamed: await mailerFor(url, '[127.0.0.1]').send(message),
    };
    expect(Object.fromEntries(Object.entries(answers).map(([name, { kind }]) => [name, kind]))).toEqual({
      gone: 'refused',
      later: 'deferred',
      // OpenSMTPD says the same of an address that does not exist: "Invalid recipient".
      elsewhere: looksAtSenders ? 'denied' : 'refused',
      sender: looksAtSenders ? 'denied' : 'sent',
      unnamed: 'unreachable',
    });
    const both = await mailer.send({ ...message, id: '<2@kerbside.example>', to: [at('påskägg'), at('claims')].map(mailboxOf) });
    const words = 'påskägg@kerbside.example needs SMTPUTF8, which the mail server does not have.';
    expect(both).toMatchObject({ kind: 'sent', sendSeparately: [at('påskägg')], reply: expect.stringContaining(words) });
    const { envelope } = await sink.waitForEmail(({ messageId }) => messageId === '<2@kerbside.example>');
    expect(envelope.to).toEqual([at('claims')]);
  });
});
