// Protects: the launch check is green for a business that is ready, and red for each thing that is missing.
import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { recordBackup } from '#server/operations/backup/last-backup.ts';
import { about, check, type Settings, setupLaunch } from '#testing/launch-place.ts';
import { startMailServer } from '#testing/mail-server.ts';
import { spawnProduct } from '#testing/product.ts';
import { startSocketServer } from '#testing/socket-server.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { startWebhookServer } from '#testing/webhook-server.ts';
import type { CheckResult } from './launch/check-result.ts';

const { readyPlace } = setupLaunch();

test('a business that is ready has nothing red or amber', async () => {
  const findings = await check(await readyPlace());
  expect(findings.filter(({ state }) => state !== 'green')).toEqual([]);
});

test.each([
  ['SITE_URL without TLS', { SITE_URL: 'http://www.grangehillclaims.co.uk' }, ['site address']],
  ['SITE_URL of an example', { SITE_URL: 'https://www.example.com' }, ['site address']],
  ['no proxy believed behind TLS', { TRUST_PROXY: '0' }, ['proxy']],
  ['no limits', { RATE_LIMIT: 'off' }, ['limits']],
  ['a guessable token', { METRICS_TOKEN: 'secret' }, ['alarms']],
  ['no mail server', { SMTP_URL: '' }, ['mail server']],
  ['emails to an example', { MAIL_TO: 'claims@example.com' }, ['emails to']],
  ['a setting that cannot be read', { PORT: 'eighty' }, ['settings']],
])('%s is red', async (_, settings, expected) => {
  expect(about(await check(await readyPlace(), { settings }), 'red')).toEqual(expected);
});

test.each([
  ['neither ALARM_URL nor METRICS_TOKEN', {}, ['alarms']],
  ['ALARM_URL without HEARTBEAT_URL', { ALARM_URL: 'https://hooks.grangehillclaims.co.uk/x' }, ['heartbeat']],
  [
    'both addresses',
    { ALARM_URL: 'https://hooks.grangehillclaims.co.uk/x', HEARTBEAT_URL: 'https://ping.grangehillclaims.co.uk/x' },
    [],
  ],
])('who would be told of an alarm: %s', async (_, settings, expected) => {
  expect(about(await check(await readyPlace(), { settings: { METRICS_TOKEN: '', ...settings } }), 'amber')).toEqual(expected);
});

test('the test alarm is sent when it is asked for, and red where it is not taken', async () => {
  const hooks = await startWebhookServer();
  const place = await readyPlace();
  const settings = { ALARM_URL: `${hooks.url}/secret` };
  await check(place, { settings });
  expect(hooks.hooks).toEqual([]);
  const testAlarm = async () => (await check(place, { settings, testsAlarm: true })).find(({ about }) => about === 'test alarm');
  expect(await testAlarm()).toMatchObject({ state: 'green' });
  expect(hooks.hooks).toMatchObject([{ path: '/secret', body: { alarm: 'test', site: 'https://www.grangehillclaims.co.uk' } }]);
  hooks.status = 404;
  expect(await testAlarm()).toMatchObject({ state: 'red', says: 'ALARM_URL answers 404.' });
});

test('a mail server that does not take our login is red, with its words and without our password', async () => {
  const server = await startMailServer();
  onTestFinished(server.close);
  server.refuse.login = { code: 535, text: '5.7.8 Wrong user or password' };
  const SMTP_URL = `smtp://mailer:hunter2@127.0.0.1:${server.port}`;
  const findings = await check(await readyPlace(), { settings: { SMTP_URL } });
  expect(findings.find(({ state }) => state === 'red')?.says).toContain('Wrong user or password');
  expect(JSON.stringify(findings)).not.toContain('hunter2');
});

test('a mail server that refuses the name in our greeting is red, with the name', async () => {
  const port = await startSocketServer((socket) => {
    socket.write('220 mx.example ESMTP\r\n');
    socket.on('data', (line) => /^EHLO/i.test(`${line}`) && socket.end('421 4.7.0 Try again later, closing connection\r\n'));
  });
  const settings = { SMTP_URL: `smtp://127.0.0.1:${port}`, SMTP_HELO_NAME: 'web.grangehillclaims.co.uk' };
  const finding = (await check(await readyPlace(), { settings })).find(({ about }) => about === 'mail server');
  expect(finding).toMatchObject({ state: 'red', todo: expect.stringContaining('SMTP_HELO_NAME') });
  expect(finding?.says).toContain('says to EHLO web.grangehillclaims.co.uk: 421 4.7.0');
});

test('the test email is sent once, when it is asked for, and reported with the server’s reply', async () => {
  const server = await startMailServer();
  onTestFinished(server.close);
  const place = await readyPlace();
  const settings = { SMTP_URL: server.url, MAIL_TO: 'claims@grangehillclaims.co.uk, Grange <office@grangehillclaims.co.uk>' };
  await check(place, { settings });
  expect(server.emails).toEqual([]);
  const findings = await check(place, { settings, testEmailTo: 'owner@grangehillclaims.co.uk' });
  expect(server.emails.map(({ envelope }) => envelope)).toEqual([
    { from: 'help@grangehillclaims.co.uk', to: ['owner@grangehillclaims.co.uk'] },
  ]);
  expect(findings.find(({ about }) => about === 'test email')).toMatchObject({
    state: 'green',
    says: expect.stringContaining('250'),
  });
  expect(findings.find(({ about }) => about === 'emails to')?.says).toBe(
    'It is claims@grangehillclaims.co.uk and office@grangehillclaims.co.uk with the name Grange.',
  );

  server.refuse.recipient = { code: 550, text: '5.1.1 No such user' };
  const refused = await check(place, { settings, testEmailTo: 'nobody@grangehillclaims.co.uk' });
  expect(refused.find(({ about }) => about === 'test email')).toMatchObject({
    state: 'red',
    says: expect.stringContaining('No such user'),
  });
});

test.each([
  ['a folder that others can enter', ({ DATA_DIR }: Settings) => chmodSync(DATA_DIR, 0o755), 'red', 'rights'],
  [
    'a folder that is not there',
    (settings: Settings) => Object.assign(settings, { DATA_DIR: '/nowhere/at/all' }),
    'red',
    'data folder',
  ],
  ['emails in files', ({ DATA_DIR }: Settings) => plantLetter(DATA_DIR), 'amber', 'unsent emails'],
  ['a backup from three days ago', ({ DATA_DIR }: Settings) => noteOn(DATA_DIR, '2026-11-18T09:00:00Z'), 'amber', 'backup'],
  ['a backup from last month', ({ DATA_DIR }: Settings) => noteOn(DATA_DIR, '2026-10-20T09:00:00Z'), 'red', 'backup'],
  ['a note about a backup that nobody can read', ({ DATA_DIR }: Settings) => noteOn(DATA_DIR, 'yesterday'), 'red', 'backup'],
  [
    'a database that is none',
    ({ DATA_DIR }: Settings) => writeFileSync(join(DATA_DIR, 'kerbside.sqlite'), 'words'),
    'red',
    'store',
  ],
] as const)('%s is found', async (_, plant, state, expected) => {
  const settings = await readyPlace();
  plant(settings);
  expect(about(await check(settings), state)).toContain(expected);
});

test('the staff are counted, also where there is no table of them', async () => {
  const without = await readyPlace(null);
  expect(about(await check(without), 'red')).toEqual(['staff']);
  const ownerLeft = [
    { role: 'handler', secure: true },
    { role: 'owner', secure: true, left: true },
  ];
  expect(about(await check(await readyPlace(ownerLeft)), 'red')).toEqual(['staff']);
  const bare = [
    { role: 'owner', secure: true },
    { role: 'handler', secure: false },
  ];
  const checked = await check(await readyPlace(bare));
  expect(about(checked, 'amber')).toEqual(['staff']);
  expect(JSON.stringify(checked)).toContain('Staff accounts without a second factor: 1.');
});

test('it runs beside a product that serves, says what to do in words, and ends with 1 while anything is red', async () => {
  const DATA_DIR = temporaryFolder();
  const product = await spawnProduct({ DATA_DIR });
  await product.ready;
  onTestFinished(async () => void (await product.end('SIGTERM')));
  const asked = await run([], { DATA_DIR });
  expect(asked.code).toBe(1);
  expect(asked.stdout).toMatch(/^RED {4}mail server .*\n +→ Set SMTP_URL to/m);
  expect(asked.stdout).toMatch(/^GREEN {2}store .*\(sqlite\)/m);
  expect(asked.stdout).not.toContain('\u001b');
  await promisify(execFile)(process.execPath, ['bin/backup.ts', '--made-by', 'Litestream'], { cwd: root, env: { DATA_DIR } });
  const json = JSON.parse((await run(['--json'], { DATA_DIR })).stdout);
  expect(json).toMatchObject({ ready: false, red: expect.any(Number) });
  expect(json.findings.find((one: CheckResult) => one.about === 'backup')).toMatchObject({
    state: 'green',
    says: expect.stringContaining('by Litestream'),
  });
});

function noteOn(dataDir: string, madeAt: string): void {
  recordBackup(dataDir, { madeAt, by: 'npm run backup' });
}

function plantLetter(dataDir: string): void {
  mkdirSync(join(dataDir, 'mail'));
  writeFileSync(join(dataDir, 'mail/one.eml'), 'Subject: One');
}

const root = fileURLToPath(new URL('..', import.meta.url));

async function run(args: string[], env: Record<string, string>): Promise<{ code: number; stdout: string }> {
  const asked = promisify(execFile)(process.execPath, ['bin/launch-check.ts', ...args], { cwd: root, env });
  return asked.then(
    ({ stdout }) => ({ code: 0, stdout }),
    ({ code, stdout }) => ({ code, stdout }),
  );
}
