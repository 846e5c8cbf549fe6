// Protects: the container image holds what the product and its tools need, and nothing else.
import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { cpSync, existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mimeEmail } from '#testing/fixtures/mime-email.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { heicPhotograph } from '#testing/fixtures/pictures.ts';
import { jsonPost } from '#testing/http.ts';
import { type Product, root, startProduct } from '#testing/product.ts';
import { storeReader } from '#testing/read-store.ts';
import { removeFolder } from '#testing/remove-folder.ts';
import { makeFolder } from '#testing/test-run.ts';
import { until } from '#testing/until.ts';

const inboundSecret = 'thirty-two characters for e-mails';

/** A folder with the files that deploy/Dockerfile puts into the image, and nothing else. */
let image: string;
let product: Product;

beforeAll(async () => {
  image = await makeFolder();
  const dockerfile = await readFile(join(root, 'deploy/Dockerfile'), 'utf8');
  const copied = Array.from(dockerfile.matchAll(/^COPY --from=build \/kerbside\/(\S+) /gm), ([, name = '']) => name);
  expect(copied).toContain('node_modules');
  for (const name of copied.filter((copied) => copied !== 'node_modules')) copy(name);
  for (const name of await neededPackages()) copy(name);
  product = await startProduct({ MAIL_TO: '', INBOUND_SECRET: inboundSecret }, undefined, image);
});

afterAll(async () => {
  await product?.stop();
  await removeFolder(image);
});

test('the product serves from it, takes a claim and writes its email', async () => {
  expect((await product.request('/make-a-claim')).status).toBe(200);
  expect((await product.request('/readyz')).status).toBe(200);
  const call = jsonPost({ formName: 'Make a Claim', formData: aoife });
  expect((await product.request('/functions/v1/send-form-email', call)).status).toBe(200);
  await product.writes('email sent');
});

test('it reads a long email in the process for it', async () => {
  const raw = mimeEmail({ text: `Here it is. ${'word '.repeat(20_000)}` });
  const seconds = String(Math.floor(Date.now() / 1_000));
  const signature = createHmac('sha256', inboundSecret).update(`${seconds}.`).update(raw).digest('hex');
  const headers = { 'Kerbside-Timestamp': seconds, 'Kerbside-Signature': signature };
  expect((await product.request('/inbound/email', { method: 'POST', headers, body: raw })).status).toBe(202);
  const store = storeReader({ dataDir: product.dataDir, databaseUrl: null });
  const read = await until(
    'it to be read',
    async () => (await store.all("select state, text from inbound_emails where state <> 'waiting'"))[0],
  );
  expect([read.state, String(read.text).slice(0, 20)]).toEqual(['unsorted', 'Here it is. word wor']);
});

test('It can read pictures', async () => {
  const command = 'exec "$0" server/files/picture-process.ts image/heic 3>&1 >/dev/null';
  const reading = promisify(execFile)('/bin/sh', ['-c', command, process.execPath], { cwd: image });
  reading.child.stdin?.end(heicPhotograph());
  const { stdout } = await reading;
  for (const part of ['"width":240', '"kind":"read"']) expect(stdout).toContain(part);
});

test('Every tool finds its imports and prints sentences only', async () => {
  const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> };
  const tools = Object.values(scripts).flatMap((script) => {
    const [, path, name] = /^node (?:(bin\/\S+\.ts)|bin\/npm-script\.mjs command (\S+))$/.exec(script) ?? [];
    return path ?? (name ? `bin/${name}.ts` : []);
  });
  const used = tools.filter((tool) => tool !== 'bin/build.ts');
  expect(used).toContain('bin/backup.ts');
  const empty = await makeFolder();
  for (const dataDir of [product.dataDir, empty]) {
    const said = await Promise.all(used.map(async (tool) => `${tool}: ${await run(tool, dataDir)}`));
    expect(said.join('\n')).not.toMatch(/Error|Cannot find|\n {4}at /);
  }
  await removeFolder(empty);
});

function copy(name: string): void {
  cpSync(join(root, name), join(image, name), { recursive: true, dereference: true });
}

/**
 * The packages that `npm prune` in the Dockerfile leaves, by the lockfile, and sharp's programs; without Node itself, which runs this
 * test already.
 */
async function neededPackages(): Promise<string[]> {
  type Package = { dev?: boolean; devOptional?: boolean; optional?: boolean; peer?: boolean };
  const { packages } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Package>;
  };
  return Object.entries(packages).flatMap(([path, { dev, devOptional, optional, peer }]) => {
    if (path.startsWith('node_modules/@img/') && optional) return existsSync(join(root, path)) ? [path] : [];
    return path === '' || dev || devOptional || optional || peer || dirname(path).includes('/node_modules') ? [] : [path];
  });
}

/** The output of a tool that is called with nothing but a data folder. */
function run(tool: string, dataDir: string): Promise<string> {
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir };
  return new Promise((resolve) =>
    execFile(process.execPath, [tool], { cwd: image, env }, (_, stdout, stderr) => resolve(stdout + stderr)),
  );
}
