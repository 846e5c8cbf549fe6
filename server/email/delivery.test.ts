import { expect, onTestFinished, test, vi } from 'vitest';
import { minute, openOffice } from '#testing/create-test-mailer.ts';
import { emailQueue } from '#testing/email-queue.ts';
import { aoife, lukasz, xiaoming } from '#testing/fixtures/people.ts';
import { startMailServer } from '#testing/mail-server.ts';
import { until } from '#testing/until.ts';

// A machine that is busy with other things is slow, not wrong.
vi.setConfig({ testTimeout: 60_000 });

test('what is stored goes out, also what a killed process held on to', async () => {
  const { server, open, claim, database, letters } = await openOffice();
  await claim(aoife, lukasz);
  await emailQueue(database).lease(Date.now(), minute, 1);
  const outbox = open();
  await until('both letters', () => server.letters.length === 2);
  await claim(xiaoming);
  outbox.wake();
  await until('the third letter', () => server.letters.length === 3);
  await until('the store to know', async () => (await letters()).every((letter) => letter.finished_at !== null));
});

test('a mail server that is down is waited for, and the letters go out when it is back, without a restart', async () => {
  const { server, open, claim, letters, clock } = await openOffice();
  await server.close();
  await claim(aoife, lukasz);
  const outbox = open();
  await until('a first try', async () => (await letters()).every((letter) => letter.last_outcome === 'unreachable'));
  clock.ahead += 2 * minute;
  const back = await startMailServer({ port: server.port });
  onTestFinished(() => back.close());
  outbox.wake();
  await until('both letters', () => back.letters.length === 2);
  expect((await letters()).map(({ attempts }) => attempts)).toEqual([2, 2]);
});

test('letters that would wait an hour do not when the mail server answers again', async () => {
  const { server, open, claim, letters, clock, database } = await openOffice();
  await server.close();
  await claim(aoife);
  await database.db.updateTable('jobs').set({ attempts: 8 }).execute();
  const outbox = open();
  await until('a first try', async () => (await letters()).every((letter) => letter.last_outcome === 'unreachable'));
  const back = await startMailServer({ port: server.port });
  onTestFinished(() => back.close());
  clock.ahead += minute;
  outbox.wake();
  await until('the letter', () => back.letters.length === 1);
});

test('a login that is refused makes all letters wait, with one alarm, and they go out when it is accepted', async () => {
  const { server, open, claim, events, letters, clock } = await openOffice();
  server.refuse.login = { code: 535, words: '5.7.8 Authentication failed' };
  await claim(aoife, lukasz, xiaoming, aoife, lukasz, xiaoming, aoife, lukasz);
  const outbox = open();
  await until('the alarm', () => outbox.alarms().some(({ name }) => name === 'mail_circuit_open'));
  const nothingOnItsWay = () =>
    until('tries to end', async () => (await letters()).every((letter) => letter.lease_until === null));
  for (let probe = 0; probe < 3; probe += 1) {
    await nothingOnItsWay();
    const before = server.seen.logins;
    clock.ahead += 2 * minute;
    outbox.wake();
    await until('a probe', () => server.seen.logins > before);
  }
  expect(events('alarm')).toHaveLength(1);
  await nothingOnItsWay();
  expect((await letters()).every((letter) => letter.failed_at === null && letter.attempts === 0)).toBe(true);
  server.refuse.login = undefined;
  clock.ahead += 10 * 24 * 60 * minute;
  outbox.wake();
  await until('all letters', () => server.letters.length === 8);
  await until('the end of the alarm', () => events('alarm over').some(({ alarm }) => alarm === 'mail_circuit_open'));
});

test('an address that does not exist ends the tries at once, with the words of the server kept and an alarm', async () => {
  const { server, open, claim, letters, events } = await openOffice();
  server.refuse.recipient = { code: 550, words: "5.1.1 No such user here, Aoife O'Neil" };
  await claim(aoife);
  const outbox = open();
  await until('giving up', async () => (await letters())[0]?.failed_at);
  const [letter] = await letters();
  expect(letter).toMatchObject({ attempts: 1, finished_at: null, last_answer: "550 5.1.1 No such user here, Aoife O'Neil" });
  await outbox.look();
  expect(outbox.alarms()).toMatchObject([{ name: 'email_failed' }]);
  expect(events('email failed')).toMatchObject([
    { level: 'error', reference: expect.any(String), answer: '550 5.1.1 No such user here, … …' },
  ]);
  server.refuse.recipient = undefined;
  await outbox.backlog.sendAgain(Date.now());
  outbox.wake();
  await until('the letter', () => server.letters.length === 1);
  await outbox.look();
  expect(outbox.alarms()).toEqual([]);
});

test('after five days of trying a letter is given up, and not before', async () => {
  const { server, open, claim, letters, clock } = await openOffice();
  server.refuse.recipient = { code: 451, words: '4.3.0 Later' };
  await claim(aoife);
  const outbox = open();
  const tryAgain = async (aheadMs: number) => {
    const [before] = await letters();
    clock.ahead += aheadMs;
    outbox.wake();
    await until('another try', async () => {
      const [letter] = await letters();
      return letter && letter.attempts > (before?.attempts ?? 0) && letter.lease_until === null;
    });
    return (await letters())[0]?.failed_at ?? null;
  };
  await until('a first try', async () => (await letters())[0]?.last_outcome);
  expect(await tryAgain(119 * 60 * minute)).toBeNull();
  expect(await tryAgain(2 * 60 * minute)).not.toBeNull();
});

test('a letter that hangs holds up no other letter, and the end of the process cuts it short and leaves it due', async () => {
  let hanging = 0;
  const { open, claim, letters } = await openOffice({
    onData: (stream, _session, done) => {
      // The first letter never gets an answer.
      stream.resume().on('end', () => {
        if (hanging > 0) done();
        hanging += 1;
      });
    },
  });
  await claim(aoife);
  const outbox = open();
  await until('the letter to hang', () => hanging > 0);
  await claim(lukasz);
  outbox.wake();
  await until('the other letter', async () => (await letters()).some((letter) => letter.finished_at !== null));
  await outbox.stop(50);
  expect((await letters()).filter((letter) => letter.finished_at === null)).toMatchObject([{ attempts: 0, lease_until: null }]);
});

test('a letter that waits a quarter of an hour, or a worker that stands still, is an alarm', async () => {
  const { server, open, claim, clock, events } = await openOffice();
  await server.close();
  await claim(aoife);
  clock.ahead += 16 * minute;
  const outbox = open();
  await outbox.look();
  expect(outbox.alarms()).toMatchObject([
    { name: 'email_waiting', words: expect.stringMatching(/^1 waiting, the oldest since /) },
  ]);
  await outbox.stop(0);
  clock.ahead += 2 * minute;
  await outbox.look();
  await outbox.look();
  expect(events('alarm').map(({ alarm }) => alarm)).toEqual(['email_waiting', 'worker_stopped']);
});

test('the log has a reference on every line about a submission, and nothing that a visitor typed', async () => {
  const { server, open, claim, letters, log, clock } = await openOffice();
  const quoting = (code: number) => ({
    code,
    words: `5.7.1 Message "Make a Claim: ${aoife.firstName} ${aoife.lastName}" <${aoife.email}> rejected`,
  });
  await claim(aoife);
  for (const [step, code] of [
    ['letter', 451],
    ['recipient', 451],
    ['letter', 554],
  ] as const) {
    server.refuse = Object.assign(server.refuse, { letter: undefined, recipient: undefined, [step]: quoting(code) });
    const outbox = open();
    clock.ahead += 60 * minute;
    const tries = (await letters())[0]?.attempts ?? 0;
    outbox.wake();
    await until('a try', async () => (await letters()).some((letter) => letter.attempts > tries && letter.lease_until === null));
    await outbox.stop(0);
  }
  expect(log()).toContain('rejected');
  for (const line of log()
    .split('\n')
    .filter((line) => line.includes('"event":"email')))
    expect(line).toContain('"reference":"');
  for (const value of Object.values(aoife).filter((value) => value.length > 3)) expect(log()).not.toContain(value);
});
