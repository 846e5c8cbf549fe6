import { minute } from '#forms/durations.ts';
import type { Database } from '#server/core/database/database.ts';
import { mailboxOf } from '#server/mail/out/mailer.ts';
import { createTestDesk } from './create-test-desk.ts';
import { deliveryReport, type Report } from './fixtures/delivery-reports.ts';
import { aoife } from './fixtures/people.ts';
import { olu } from './fixtures/test-staff.ts';
import { until } from './until.ts';
import { withMail } from './with-mail.ts';

const mailReplyTo = 'claims@kerbside.example';

/** A desk whose emails leave, and to which mail servers report of them. */
export async function openReportedEmails(database: Database, mailTo = [mailboxOf('claims@kerbside.example')]) {
  const testDesk = await createTestDesk(database, { emailsSenders: true });
  const mail = await withMail(testDesk, { emailsSenders: true, mailReplyTo, mailTo });
  const { desk, inbound, server } = mail;
  const sending = mail.startWorker();
  const worker = testDesk.startWorker(inbound.jobs, { ...sending.app });
  const emailsTo = (address: string) => server.emails.filter(({ envelope }) => envelope.to.includes(address));
  const jobs = () => database.db.selectFrom('jobs').selectAll().where('template', 'is not', null).orderBy('id').execute();
  /** Lets what is due leave. */
  const send = async () => {
    sending.wake();
    const due = async () => (await jobs()).filter(({ run_at: at }) => at <= mail.clock.time);
    await until('the emails to leave', async () => (await due()).every(({ finished_at: at }) => at !== null));
  };
  const read = async () => {
    worker.wake();
    const open = () =>
      database.db
        .selectFrom('jobs')
        .select('id')
        .where('kind', 'in', ['inbound-email', 'delayed-email'])
        .where('finished_at', 'is', null)
        .where('run_at', '<=', mail.clock.time)
        .execute();
    await until('what is due to be read', async () => (await open()).length === 0);
  };
  const receive = async (report: Report, raw: string) => {
    await mail.advance(minute);
    await inbound.receive(deliveryReport(report, raw), 'imap');
    await read();
  };
  /** E-mails of one thread to a claimant, who was spoken to. */
  const write = async (...texts: string[]) => {
    const id = await mail.storeClaim(aoife, { reference: '7F4M-9TQX' });
    await desk.runAction(olu, id, { type: 'contact attempted', outcome: 'spoke', line: '' });
    for (const text of texts) {
      await desk.runAction(olu, id, { type: 'message written', subject: 'Your claim', text, key: text, line: '+9d' });
      await mail.advance(11_000);
      await send();
    }
    const rawOf = (text: string) => emailsTo(String(aoife.email)).find((email) => email.text?.includes(text))?.raw ?? '';
    const view = async () => {
      const found = await desk.submission(olu, id);
      if (!found) throw new Error('It is gone.');
      return found;
    };
    const states = async () => (await view()).messages.map(({ email }) => email?.state);
    return { id, rawOf, view, states };
  };
  /** Three of them, of which the second is the one to report of. */
  const writeThree = async () => {
    const { rawOf, ...written } = await write('First', 'Second', 'Third');
    return { ...written, raw: rawOf('Second') };
  };
  return { ...mail, sending, emailsTo, jobs, send, read, receive, write, writeThree };
}
