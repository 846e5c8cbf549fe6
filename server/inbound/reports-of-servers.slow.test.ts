// Protects: the reports that real mail servers send are read as what they say, each of the email that it is about.
import { describe, expect, onTestFinished, test } from 'vitest';
import { createSmtpMailer } from '#server/email/smtp-mailer.ts';
import { longLimits, startMailServer } from '#testing/mail-server.ts';
import { agents, canRun, heloName, startAgent } from '#testing/mail-transfer-agents.ts';
import { parseEmail } from './parse-email.ts';

const gone = '5.1.1 Recipient address rejected: User unknown in virtual mailbox table';

describe.each(agents)('$name', (agent) => {
  test.skipIf(!canRun(agent))(
    'of an address that does not exist, and of a mailbox that is full for as long as it tries',
    async () => {
      const sink = await startMailServer({
        onRcptTo: ({ address }, _session, done) => {
          const refused = address.startsWith('gone') ? { responseCode: 550 } : { responseCode: 452 };
          const words = address.startsWith('gone') ? gone : '4.2.2 Mailbox full';
          done(address.endsWith('@claimant.example') ? Object.assign(new Error(words), refused) : null);
        },
      });
      onTestFinished(sink.close);
      const mailer = createSmtpMailer(await startAgent(agent, sink.port), { ...longLimits, heloName });
      onTestFinished(mailer.close);
      const reportOf = async (name: string) => {
        const id = `<${name}@kerbside.example>`;
        const sent = await mailer.send({
          id,
          fileName: `${name}.eml`,
          from: { name: 'Kerbside', address: 'website@kerbside.example' },
          to: [{ name: '', address: `${name}@claimant.example` }],
          replyTo: null,
          autoSubmitted: null,
          subject: 'Your claim',
          html: '<p>Hello</p>',
          text: 'Hello',
          sentAt: 0,
          references: ['<first@kerbside.example>', '<second@kerbside.example>'],
        });
        expect(sent.kind).toBe('sent');
        const { raw } = await sink.waitForEmail(({ raw, envelope }) => envelope.from === '' && raw.includes(`${name}@claimant`));
        return (await parseEmail(Buffer.from(raw, 'latin1'), null)).report;
      };
      const named = (name: string) => [`<${name}@kerbside.example>`, `<${name}@kerbside.example>`];
      expect(await reportOf('gone')).toMatchObject({
        action: 'failed',
        detail: expect.stringContaining(gone),
        named: named('gone'),
      });
      const action = agent.name === 'OpenSMTPD' ? 'delayed' : 'failed';
      expect(await reportOf('full')).toMatchObject({ action, named: named('full') });
    },
  );
});
