// Protects: the emails command says why e-mails wait and what helps.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { aoife } from '#testing/fixtures/people.ts';
import { startMailServer } from '#testing/mail-server.ts';
import { root, spawnProduct } from '#testing/product.ts';
import { sendForm } from '#testing/send-claims.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { until } from '#testing/until.ts';

// Generous, because the machine may be busy with other tests.

test('While the sender is refused the command says why, lists all that wait, and says what helps, which helps', async () => {
  const server = await startMailServer();
  onTestFinished(server.close);
  server.refuse.sender = { code: 550, text: '5.7.1 Sender not owned by user' };
  const env = { DATA_DIR: temporaryFolder(), SMTP_URL: server.url, MAIL_TO: 'office@kerbside.example', ACKNOWLEDGE: 'off' };
  const emails = async (...args: string[]) =>
    (
      await promisify(execFile)(process.execPath, ['bin/emails.ts', ...args], {
        cwd: root,
        env: { PATH: process.env.PATH, ...env },
      })
    ).stdout;
  const product = await spawnProduct(env);
  onTestFinished(async () => void (await product.end('SIGKILL')));
  await product.ready;
  const references = [];
  for (const additionalInfo of ['one', 'two', 'three'])
    references.push((await sendForm(product.url, { ...aoife, additionalInfo })).reference ?? '');
  await until('the refusal', async () => (await emails()).includes('Sender not owned by user'));
  const output = await emails();
  expect(output).toContain('Correct SMTP_URL or MAIL_FROM and restart Kerbside');
  for (const reference of references) expect(output).toMatch(new RegExp(`^${reference}  Make a Claim  .*  waiting`, 'm'));
  expect(await emails('--send-again')).toContain('3 emails will be tried when the mail server takes our sender');
  await product.end('SIGTERM');

  server.refuse.sender = undefined;
  const corrected = await spawnProduct({ ...env, MAIL_TO: 'elsewhere@kerbside.example' });
  onTestFinished(async () => void (await corrected.end('SIGKILL')));
  await until('the emails', () => server.emails.length === 3);
  expect(server.emails.map(({ envelope }) => envelope.to)).toEqual(Array(3).fill(['elsewhere@kerbside.example']));
  await until('nothing to do', async () => (await emails()) === 'No email needs anybody.\n');
});
