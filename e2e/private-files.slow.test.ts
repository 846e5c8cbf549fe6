// Protects: other users of the machine cannot read data, and no output holds a secret.
import { spawn, spawnSync } from 'node:child_process';
import { chownSync, lstatSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { aoife } from '#testing/fixtures/people.ts';
import { freePort } from '#testing/free-port.ts';
import { jsonPost, request } from '#testing/http.ts';
import { collect, type Product, root, startProduct } from '#testing/product.ts';
import { removeFolder } from '#testing/remove-folder.ts';
import { waitLimitMs } from '#testing/until.ts';

/** The user "nobody", on every system. */
const nobody = 65_534;
const claim = jsonPost({ formName: 'Make a Claim', formData: aoife });

test('Other users of the machine cannot read the data folder or a backup', async () => {
  // The umask of the shell that starts the product allows everything.
  const before = process.umask(0o000);
  onTestFinished(() => void process.umask(before));
  const parent = temporaryFolder();
  const product = await startProduct({ DATA_DIR: join(parent, 'kept', 'data') });
  onTestFinished(() => end(product));
  expect((await product.request('/functions/v1/send-form-email', claim)).status).toBe(200);
  // Each e-mail has another name until it is written.
  await product.writes('email sent');
  await product.writes('email to sender');

  const backup = join(parent, 'backup');
  const tool = spawnSync(process.execPath, ['bin/backup.ts', '--to', backup], {
    cwd: root,
    env: { PATH: process.env.PATH, DATA_DIR: join(parent, 'kept', 'data') },
  });
  expect(tool.status, tool.stderr.toString()).toBe(0);

  const kept = [...everythingIn(join(parent, 'kept')), ...everythingIn(backup)];
  expect(kept.filter((path) => /\.sqlite(-wal)?$|\.eml$/.test(path)).length).toBeGreaterThanOrEqual(4);
  for (const path of kept) expect([path, (lstatSync(path).mode & 0o077).toString(8)]).toEqual([path, '0']);
});

test('no secret of the settings is in what it writes, nor in any answer', async () => {
  const secrets = ['smtp-pass-1f4c', 'metrics-token-9a7e'];
  const product = await startProduct({
    SMTP_URL: `smtp://website:${secrets[0]}@127.0.0.1:9`,
    METRICS_TOKEN: secrets[1] as string,
    LOG_LEVEL: 'debug',
  });
  onTestFinished(() => end(product));
  await product.request('/functions/v1/send-form-email', claim);
  await product.writes('"state":"unreachable"');
  const metrics = await product.request('/metrics', { headers: { Authorization: `Bearer ${secrets[1]}` } });
  const refused = await product.request('/metrics', { headers: { Authorization: 'Bearer wrong' } });
  expect([metrics.status, refused.status]).toEqual([200, 403]);
  for (const secret of secrets)
    for (const text of [product.output(), metrics.text, refused.text]) expect(text).not.toContain(secret);
});

test('a setting that holds a password is not repeated when it is wrong', () => {
  for (const [name, value] of [
    ['SMTP_URL', 'smpt://website:smtp-pass-1f4c@mail.example'],
    ['DATABASE_URL', 'postgre://kerbside:smtp-pass-1f4c@db.example/kerbside'],
    ['DATABASE_URL', 'postgres://kerbside:smtp-pass-1f4c@127.0.0.1:9/kerbside'],
  ] as const) {
    const env = { PATH: process.env.PATH, NODE_ENV: 'production', DATA_DIR: temporaryFolder(), [name]: value };
    const tried = spawnSync(process.execPath, ['server/main.mjs'], { cwd: root, env, timeout: waitLimitMs });
    expect(tried.status).toBe(1);
    expect(`${tried.stdout}${tried.stderr}`).not.toContain('smtp-pass-1f4c');
  }
});

test('A user who owns only the data folder can run the product', async () => {
  const dataDir = temporaryFolder();
  const isRoot = process.getuid?.() === 0;
  if (isRoot) chownSync(dataDir, nobody, nobody);
  const who = isRoot && nobodyCanRead(join(root, 'server/main.mjs')) ? { uid: nobody, gid: nobody } : {};
  const port = await freePort();
  const env = { PATH: process.env.PATH, NODE_ENV: 'production', PORT: String(port), DATA_DIR: dataDir };
  const child = spawn(process.execPath, ['server/main.mjs'], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'], ...who });
  onTestFinished(() => void child.kill('SIGKILL'));
  await collect(child).until('Emails:');
  if (process.platform === 'linux' && (!isRoot || 'uid' in who)) {
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
    expect(status).toMatch(/^Uid:\t[1-9]/m);
    expect(status).toMatch(/^CapEff:\t0+$/m);
  }
  expect((await request(`http://127.0.0.1:${port}/functions/v1/send-form-email`, claim)).status).toBe(200);
});

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'kerbside-e2e-'));
  onTestFinished(() => removeFolder(folder));
  return folder;
}

function everythingIn(folder: string): string[] {
  return [folder, ...readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name))];
}

function nobodyCanRead(path: string): boolean {
  return spawnSync('cat', [path], { uid: nobody, gid: nobody }).status === 0;
}

async function end(product: Product): Promise<void> {
  await product.stop();
  await removeFolder(product.dataDir);
}
