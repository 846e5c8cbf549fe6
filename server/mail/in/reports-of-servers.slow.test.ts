// Protects: what real mail servers send back is read as what it is, and seen at the email that it is about.
import { describe, expect, onTestFinished, test } from 'vitest';
import { day, minute } from '#forms/durations.ts';
import { mailboxOf } from '#server/mail/out/mailer.ts';
import { createTestDesk } from '#testing/create-test-desk.ts';
import { testDatabases } from '#testing/databases.ts';
import { aoife, lukasz } from '#testing/fixtures/people.ts';
import { startMailServer } from '#testing/mail-server.ts';
import { agents, canRun, heloName, startAgent } from '#testing/mail-transfer-agents.ts';
import { until } from '#testing/until.ts';
import { withMail } from '#testing/with-mail.ts';

const databases = testDatabases();
const [claims, office] = ['claims@kerbside.example', 'office@kerbside.example'];
const unknown = '5.1.1 Recipient address rejected: User unknown in virtual mailbox table';

describe.each(agents)('$name', (agent) => {
  test.skipIf(!canRun(agent))(
    'of an address that does not exist, a mailbox that is full for as long as it tries, and one of two of the team',
    async () => {
      const sink = await startMailServer({
        onRcptTo: ({ address }, _session, done) => {
          const isGone = address.startsWith('gone') || address === office;
          const refusal = isGone ? { message: unknown, responseCode: 550 } : { message: '4.2.2 Mailbox full', responseCode: 452 };
          done(isGone || address.startsWith('full') ? Object.assign(new Error(), refusal) : null);
        },
      });
      onTestFinished(sink.close);
      const testDesk = await createTestDesk(await databases.open(), { emailsSenders: true });
      const mailTo = [claims, office].map(mailboxOf);
      const { startWorker, inbound, storeClaim, jobs, advance } = await withMail(testDesk, { emailsSenders: true, mailTo });
      const sending = startWorker({ heloName }, await startAgent(agent, sink.port));
      const reading = testDesk.startWorker(inbound.jobs, { ...sending.app });
      const ids = {
        gone: await storeClaim({ ...aoife, email: 'gone@claimant.example' }, { reference: '7F4M-9TQX' }),
        full: await storeClaim({ ...lukasz, email: 'full@claimant.example' }, { reference: '7F4M-9TQY' }),
      };
      const toTeam = async () => (await jobs()).filter(({ kind }) => kind === 'email');
      const acknowledgementOf = async (id: string) =>
        (await jobs()).find(({ kind, subject_id }) => kind === 'acknowledgement' && subject_id === id);
      await advance(11_000);
      await until('all to leave', async () => {
        sending.wake();
        const sent = [...(await toTeam()), await acknowledgementOf(ids.gone), await acknowledgementOf(ids.full)];
        return sent.every((job) => job?.finished_at !== null);
      });

      const reports = () => sink.emails.filter(({ envelope }) => envelope.from === '');
      const isOn = (name: string) => new RegExp(`^Final-Recipient: rfc822; ?${name}`, 'im');
      const expected = { 'gone@claimant': 1, 'full@claimant': 1, [office]: 2 };
      for (const [name, count] of Object.entries(expected))
        await until(`the reports on ${name}`, () => reports().filter(({ raw }) => isOn(name).test(raw)).length === count);
      await advance(minute);
      for (const { raw } of reports()) await inbound.receive(Buffer.from(raw, 'latin1'), 'imap');
      const settle = async () => {
        reading.wake();
        const kinds = ['inbound-email', 'delayed-email'];
        await until('the reports to be read', async () =>
          (await jobs()).every(
            ({ kind, run_at, finished_at }) => !kinds.includes(kind) || run_at > testDesk.now() || finished_at !== null,
          ),
        );
      };
      await settle();
      expect(await acknowledgementOf(ids.gone)).toMatchObject({
        last_outcome: 'refused',
        last_detail: expect.stringContaining(unknown),
      });
      // The last word of OpenSMTPD is a delay.
      await advance(2 * day + minute);
      await settle();
      const full = await acknowledgementOf(ids.full);
      const last = (await testDesk.attempts()).filter(({ job_id }) => job_id === full?.id).at(-1);
      expect(last?.outcome).toBe(agent.name === 'OpenSMTPD' ? 'perhaps not delivered' : 'returned');
      const outcomes = (await toTeam()).map(({ recipient, failed_at }) => [recipient, failed_at !== null]);
      expect(outcomes.toSorted()).toEqual(
        [
          [null, false],
          [null, false],
          [office, true],
          [office, true],
        ].toSorted(),
      );
    },
  );
});
