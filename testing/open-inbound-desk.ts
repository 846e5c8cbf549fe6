import type { Action } from '#server/claims/actions/actions.ts';
import type { Database } from '#server/core/database/database.ts';
import { createReplyTags } from '#server/mail/out/reply-tags.ts';
import { createTestDesk } from './create-test-desk.ts';
import { mimeEmail } from './fixtures/mime-email.ts';
import { aoife } from './fixtures/people.ts';
import { olu } from './fixtures/test-staff.ts';
import { testSecret } from './open-test-app.ts';
import { until } from './until.ts';

const tags = createReplyTags({ mailbox: 'claims@kerbside.example', secret: testSecret, previousSecret: null });

/** A desk with a claim, to which e-mails come in and are read. */
export async function openInboundDesk(database: Database) {
  const testDesk = await createTestDesk(database);
  const { desk, storeClaim, inbound, startWorker } = testDesk;
  const id = await storeClaim(aoife, { reference: '7F4M-9TQX' });
  const worker = startWorker([...desk.jobs, ...inbound.jobs, ...testDesk.evidence.jobs]);
  const rows = () => database.db.selectFrom('inbound_emails').selectAll().orderBy('received_at').orderBy('id').execute();
  const settled = async () => {
    worker.wake();
    await until('the emails to be read', async () => (await rows()).every(({ state }) => state !== 'waiting'));
    const open = () =>
      database.db.selectFrom('jobs').select('id').where('kind', '=', 'inbound-email').where('finished_at', 'is', null).execute();
    await until('their files', async () => (await open()).length === 0);
    return (await rows()).map(({ state }) => state);
  };
  const receive = async (parts: Parameters<typeof mimeEmail>[0] = {}, way: 'post' | 'imap' = 'post') => {
    await testDesk.advance(1);
    await inbound.receive(mimeEmail({ from: 'somebody@example.net', ...parts }), way);
    return settled();
  };
  const view = async (which = id) => {
    const found = await desk.submission(olu, which);
    if (!found) throw new Error('It is gone.');
    return found;
  };
  const row = () => database.db.selectFrom('form_submissions').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const tagged = async (which = id) => tags.addressOf({ id: which, reference: (await view(which)).reference }) ?? '';
  const run = (action: Action) => desk.runAction(olu, id, action);
  return { ...testDesk, id, rows, settled, receive, view, row, tagged, run };
}
