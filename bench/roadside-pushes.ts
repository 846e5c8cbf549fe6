import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { roadside } from '#forms/roadside.ts';
import { openDatabase } from '#server/core/database/open.ts';
import { loopbackCertificate } from '#testing/fixtures/loopback-certificate.ts';
import { idris } from '#testing/fixtures/roadside-starts.ts';
import { olu } from '#testing/fixtures/test-staff.ts';
import { jsonPost, request } from '#testing/http.ts';
import { spawnProduct } from '#testing/product.ts';
import { openPushServer } from '#testing/push-server.ts';
import { until } from '#testing/until.ts';

/**
 * node bench/roadside-pushes.ts [--starts=100]: sends so many starts from the roadside to the built product, one after the other, and prints
 * how long it takes from the request until the push message of each is at a push service on loopback. Exit code 1 when one does not come,
 * or 5 of 100 take longer than five seconds.
 */
const { values } = parseArgs({ options: { starts: { type: 'string', default: '100' } } });
const starts = Number(values.starts);
const budgetMs = 5_000;

const folder = mkdtempSync(join(tmpdir(), 'kerbside-roadside-pushes-'));
const dataDir = join(folder, 'product');
const trusted = join(folder, 'certificate.pem');
writeFileSync(trusted, loopbackCertificate.cert);
const service = await openPushServer();
const settings = { PUSH_HOSTS: service.host, NODE_EXTRA_CA_CERTS: trusted, LOG_LEVEL: 'silent' };
const product = await spawnProduct({ DATA_DIR: dataDir, ...settings });
await product.ready;
await addBrowser();

const times: number[] = [];
for (let count = 1; count <= starts; count += 1) {
  const formData = { ...idris, phone: `07700 ${String(900_000 + count)}` };
  const began = performance.now();
  const { status } = await request(
    `${product.url}/functions/v1/send-form-email`,
    jsonPost({ formName: roadside.name, formData }),
  );
  if (status !== 200) throw new Error(`It was answered with ${status}.`);
  await until(`message ${count}`, () => service.received.length >= count);
  times.push(performance.now() - began);
}
const share = (part: number) => Math.round(times.toSorted((a, b) => a - b)[Math.ceil(times.length * part) - 1] ?? 0);
const rows = {
  starts,
  messages: service.received.length,
  p50: `${share(0.5)} ms`,
  p95: `${share(0.95)} ms`,
  longest: `${share(1)} ms`,
  'load average': loadavg()[0]?.toFixed(1),
};
for (const [name, value] of Object.entries(rows)) console.log(`${name.padEnd(14)} ${value}`);
await product.end('SIGTERM');
service.close();
rmSync(folder, { recursive: true, force: true });
process.exit(share(0.95) > budgetMs ? 1 : 0);

/** A member of staff with one browser that is told, written beside the running product. */
async function addBrowser(): Promise<void> {
  const database = openDatabase({ dataDir, databaseUrl: null });
  const at = new Date().toISOString();
  const account = { emailVerified: 1, image: null, leftAt: null, twoFactorEnabled: 1, createdAt: at, updatedAt: at };
  const told = { id: 'browser', staff_id: olu.id, session_id: '', browser: null, site: product.url, created_at: Date.now() };
  await database.write(async (tx) => {
    await tx
      .insertInto('staff')
      .values({ ...olu, ...account })
      .execute();
    await tx
      .insertInto('push_subscriptions')
      .values({ ...told, ...service.subscribe() })
      .execute();
  });
  const { public_key } = await database.db.selectFrom('push_keys').select('public_key').executeTakeFirstOrThrow();
  service.expectKey(public_key);
  await database.close();
}
