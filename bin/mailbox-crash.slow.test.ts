// Protects: whatever is killed when, each e-mail of the mailbox comes to its claim, once.
import { expect, onTestFinished, test } from 'vitest';
import { findDovecot, startImapServer } from '#testing/imap-server.ts';
import { crashWhileReading } from '#testing/mailbox-crash.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';

const dovecot = findDovecot();

test.skipIf(!dovecot)('nothing is lost and nothing is twice while the product and the mail server are killed', async () => {
  const server = await startImapServer(dovecot ?? '');
  onTestFinished(server.stop);
  const counts = await crashWhileReading({ kills: 10, emails: 200, dataDir: temporaryFolder(), server });
  expect(counts).toMatchObject({ kills: 10, emails: 200, lost: 0, twice: 0 });
});
