import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import type { Database } from '#server/database/database.ts';
import { recordBackup } from '#server/database/last-backup.ts';
import { migrate, openDatabase } from '#server/database/open.ts';
import { findClamd, startClamd } from '#testing/clamd-server.ts';
import { engines, testDatabases } from '#testing/databases.ts';
import { readyBusiness } from '#testing/fixtures/example-content.ts';
import { freePort } from '#testing/free-port.ts';
import { startMailServer } from '#testing/mail-server.ts';
import { spawnProduct } from '#testing/product.ts';
import { startS3 } from '#testing/s3.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { startWebhookServer } from '#testing/webhook-server.ts';
import type { CheckResult } from './launch/check-result.ts';
import { checkEvidenceSpace } from './launch/evidence-check.ts';
import { checkLaunch } from './launch-check.ts';

const { newPlace } = testDatabases();
const now = Date.parse('2026-11-21T09:00:00Z');

test.each(engines)('a business that is ready has nothing red or amber, on %s', async (engine) => {
  const findings = await check(await readyPlace(engine));
  expect(findings.filter(({ state }) => state !== 'green')).toEqual([]);
});

test.each([
  ['SITE_URL without TLS', { SITE_URL: 'http://www.grangehillclaims.co.uk' }, ['site address']],
  ['SITE_URL of an example', { SITE_URL: 'https://www.example.com' }, ['site address']],
  ['no proxy believed behind TLS', { TRUST_PROXY: '0' }, ['proxy']],
  ['no limits', { RATE_LIMIT: 'off' }, ['limits']],
  ['a guessable token', { METRICS_TOKEN: 'secret' }, ['alarms']],
  ['no mail server', { SMTP_URL: '' }, ['mail server']],
  ['e-mails to an example', { MAIL_TO: 'claims@example.com' }, ['e-mails to']],
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

test('the test e-mail is sent once, when it is asked for, and reported with the server’s reply', async () => {
  const server = await startMailServer();
  onTestFinished(server.close);
  const place = await readyPlace();
  const settings = { SMTP_URL: server.url };
  await check(place, { settings });
  expect(server.emails).toEqual([]);
  const findings = await check(place, { settings, testEmailTo: 'owner@grangehillclaims.co.uk' });
  expect(server.emails.map(({ envelope }) => envelope)).toEqual([
    { from: 'help@grangehillclaims.co.uk', to: ['owner@grangehillclaims.co.uk'] },
  ]);
  expect(findings.find(({ about }) => about === 'test e-mail')).toMatchObject({
    state: 'green',
    says: expect.stringContaining('250'),
  });

  server.refuse.recipient = { code: 550, text: '5.1.1 No such user' };
  const refused = await check(place, { settings, testEmailTo: 'nobody@grangehillclaims.co.uk' });
  expect(refused.find(({ about }) => about === 'test e-mail')).toMatchObject({
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
  ['e-mails in files', ({ DATA_DIR }: Settings) => plantLetter(DATA_DIR), 'amber', 'unsent e-mails'],
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

test.each(engines)('the staff are counted, also where there is no table of them, on %s', async (engine) => {
  const without = await readyPlace(engine, null);
  expect(about(await check(without), 'red')).toEqual(['staff']);
  const ownerLeft = [
    { role: 'handler', secure: true },
    { role: 'owner', secure: true, left: true },
  ];
  expect(about(await check(await readyPlace(engine, ownerLeft)), 'red')).toEqual(['staff']);
  const bare = [
    { role: 'owner', secure: true },
    { role: 'handler', secure: false },
  ];
  expect(about(await check(await readyPlace(engine, bare)), 'amber')).toEqual(['staff']);
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

test('a folder for files of claims can be written, and leaves nothing there', async () => {
  const place = await readyPlace();
  for (const folder of [place.DATA_DIR, join(place.DATA_DIR, 'evidence')]) {
    mkdirSync(folder, { recursive: true });
    const found = (await check(place)).filter(({ about }) => ['evidence', 'virus scan'].includes(about));
    expect(found.map(({ state }) => state)).toEqual(['green', 'green']);
    expect(found.map(({ says }) => says).join()).toMatch(/EVIDENCE_URL is not set.*CLAMD_URL is not set/);
    expect(readdirSync(folder).filter((name) => name.includes('launch-check'))).toEqual([]);
  }
});

test('a folder for files of claims that cannot be written is red, and so is one without the reserved space', async () => {
  const place = await readyPlace();
  writeFileSync(join(place.DATA_DIR, 'evidence'), 'no folder');
  const findings = await check(place);
  expect(about(findings, 'red')).toEqual(['evidence']);
  expect(findings.find(({ about }) => about === 'evidence')?.says).toContain('cannot be written');
  expect(checkEvidenceSpace('/data/evidence', 1024 ** 3)).toMatchObject({
    state: 'red',
    says: expect.stringContaining('only 1073 MB are free'),
  });
  expect(checkEvidenceSpace('/data/evidence', 1024 ** 3 + 1).state).toBe('green');
  expect(checkEvidenceSpace('/data/evidence', 4 * 1024 ** 3, 50 * 1024 ** 3)).toMatchObject({
    state: 'red',
    says: expect.stringContaining('nobody has contacted yet'),
  });
});

test('a bucket is tried with an object that is removed again; one that is not there or does not answer is red', async () => {
  const s3 = await startS3();
  onTestFinished(s3.stop);
  const place = await readyPlace();
  const evidenceCheck = async (EVIDENCE_URL: string) =>
    (await check(place, { settings: { EVIDENCE_URL } })).find(({ about }) => about === 'evidence');
  expect(await evidenceCheck(s3.url)).toMatchObject({
    state: 'green',
    says: expect.stringContaining('bucket evidence at 127.0.0.1'),
  });
  expect(s3.requests.map((one) => one.split(' ')[0])).toEqual(expect.arrayContaining(['PUT', 'GET', 'DELETE']));
  expect(await s3.contents()).toEqual({ objects: [], uploads: [] });
  const noBucket = await evidenceCheck(s3.url.replace(':S3RVER@', ':hunter2@').replace('/evidence?', '/elsewhere?'));
  expect(noBucket).toMatchObject({ state: 'red', says: expect.stringContaining('the bucket elsewhere at 127.0.0.1') });
  expect(JSON.stringify(noBucket)).not.toContain('hunter2');
  expect(await evidenceCheck(`s3://KEY:SECRET@127.0.0.1:${await freePort()}/evidence?tls=off`)).toMatchObject({ state: 'red' });
});

test('a virus scanner that does not answer is red', async () => {
  const CLAMD_URL = `tcp://127.0.0.1:${await freePort()}`;
  const findings = await check(await readyPlace(), { settings: { CLAMD_URL } });
  expect(about(findings, 'red')).toEqual(['virus scan']);
  expect(findings.find(({ about }) => about === 'virus scan')?.says).toContain(CLAMD_URL);
});

const clamdProgram = findClamd();

test.runIf(clamdProgram)('a virus scanner that answers is green', async () => {
  const clamd = await startClamd(clamdProgram as string);
  onTestFinished(() => clamd.stop());
  const place = await readyPlace();
  for (const CLAMD_URL of [clamd.tcp, clamd.unix]) {
    const findings = await check(place, { settings: { CLAMD_URL } });
    expect(findings.find(({ about }) => about === 'virus scan')).toMatchObject({
      state: 'green',
      says: expect.stringContaining('CLAMD_URL is set: clamd answers'),
    });
  }
});

type Settings = { DATA_DIR: string } & Record<string, string>;

/** The settings of a product that is ready in every way, with a store, staff and a backup. */
async function readyPlace(engine: (typeof engines)[number] = 'sqlite', staff: Staff | null = [{ role: 'owner', secure: true }]) {
  const place = await newPlace(engine);
  const database = openDatabase(place);
  await migrate(database);
  if (staff) await plantStaff(database, staff);
  else await dropStaff(database);
  await database.close();
  recordBackup(place.dataDir, { madeAt: '2026-11-21T02:00:00Z', by: 'npm run backup' });
  const server = await startMailServer();
  onTestFinished(server.close);
  const settings: Settings = {
    DATA_DIR: place.dataDir,
    DATABASE_URL: place.databaseUrl ?? '',
    SITE_URL: 'https://www.grangehillclaims.co.uk',
    TRUST_PROXY: '1',
    METRICS_TOKEN: 'f0a1'.repeat(8),
    SMTP_URL: server.url,
  };
  return settings;
}

type Staff = { role: string; secure: boolean; left?: boolean }[];

async function plantStaff({ db }: Database, staff: Staff): Promise<void> {
  const names = ['id', 'name', 'email', 'role', 'twoFactorEnabled', 'leftAt', 'createdAt', 'updatedAt'].map((name) =>
    sql.ref(name),
  );
  for (const [index, { role, secure, left = false }] of staff.entries()) {
    const values = [`${index}`, 'Ola', `${index}@grangehillclaims.co.uk`, role, secure ? 1 : 0, left ? now : null, '', ''];
    await sql`insert into ${sql.table('staff')} (${sql.join(names)}) values (${sql.join(values)})`.execute(db);
  }
}

/** As a store was before there was a desk. */
async function dropStaff({ db, engine }: Database): Promise<void> {
  await sql`drop table ${sql.table('staff')} ${sql.raw(engine === 'postgres' ? 'cascade' : '')}`.execute(db);
}

function check(
  place: Settings,
  change: { settings?: Record<string, string>; testEmailTo?: string; testsAlarm?: boolean } = {},
): Promise<CheckResult[]> {
  const { settings = {}, testEmailTo = null, testsAlarm = false } = change;
  return checkLaunch({ settings: { ...place, ...settings }, content: readyBusiness, testEmailTo, testsAlarm, now });
}

function about(findings: CheckResult[], state: CheckResult['state']): string[] {
  return findings.filter((finding) => finding.state === state).map((finding) => finding.about);
}

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
