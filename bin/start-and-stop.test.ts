import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { aoife } from '#testing/people.ts';
import { freePort } from '#testing/postgres.ts';
import { sendForm, startProduct } from '#testing/product.ts';
import { storeReader } from '#testing/read-store.ts';
import { startSocketServer } from '#testing/socket-server.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { until } from '#testing/until.ts';

test('what it cannot start with is said in one sentence, and nothing is left half started', async () => {
  const damaged = temporaryFolder();
  writeFileSync(join(damaged, 'kerbside.sqlite'), 'no database at all, only words '.repeat(500));
  const takenPort = String(await startSocketServer());
  const cases: [Record<string, string>, RegExp][] = [
    [{ DATA_DIR: damaged }, /^Kerbside could not start: The database file \S+ cannot be used: it is damaged .*\n$/],
    [
      { DATA_DIR: '/proc/kerbside' },
      /^Kerbside could not start: The database file \S+ cannot be used: it cannot be written to .*\n$/,
    ],
    [
      { DATABASE_URL: `postgres://k:secret@127.0.0.1:${await freePort()}/leads` },
      /^Kerbside could not start: The PostgreSQL of .*\n$/,
    ],
    [{ SMTP_URL: 'smtp://mail.example?tls=maybe' }, /^SMTP_URL may end in .*\n$/],
    [{ SMTP_URL: 'mail.example:25' }, /^SMTP_URL must be a URL that starts with .*\n$/],
    [{ PORT: takenPort }, /^Port \d+ is taken: .*\n$/],
  ];
  await Promise.all(
    cases.map(async ([env, sentence]) => {
      const product = await startProduct({ DATA_DIR: temporaryFolder(), ...env });
      expect((await product.gone).code).toBe(1);
      expect(product.said()).toMatch(sentence);
      expect(product.said()).not.toContain('secret');
    }),
  );
}, 60_000);

test('told to stop under load, it answers what it has taken, and ends by itself although a letter hangs', async () => {
  const dataDir = temporaryFolder();
  const smtp = `smtp://127.0.0.1:${await startSocketServer()}`;
  const product = await startProduct({ DATA_DIR: dataDir, SMTP_URL: smtp });
  await product.ready;
  let acknowledged = 0;
  let over = false;
  const senders = Array.from({ length: 10 }, async (_, number) => {
    for (let count = 0; !over; count += 1) {
      const { status } = await sendForm(product.url, { ...aoife, additionalInfo: `${number}-${count}` });
      if (status === 200) acknowledged += 1;
      else if (status === 0) return;
    }
  });
  await until('some claims', () => acknowledged > 10);
  expect(await product.end('SIGTERM')).toEqual({ code: 0, signal: null });
  over = true;
  await Promise.all(senders);
  const { readStore, all } = storeReader({ dataDir, databaseUrl: null });
  expect(await readStore()).toHaveLength(acknowledged);
  expect(await all('select 1 from letters where lease_until is not null or sent_at is not null')).toEqual([]);
}, 60_000);
