// Protects: a backup under load holds every claim that was acknowledged before it.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { aoife } from '#testing/fixtures/people.ts';
import { createDatabase, findPostgres } from '#testing/postgres-server.ts';
import { spawnProduct } from '#testing/product.ts';
import { storeReader } from '#testing/read-store.ts';
import { sendForm } from '#testing/send-claims.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { sharedPostgresPort } from '#testing/test-run.ts';
import { until } from '#testing/until.ts';

const binaries = findPostgres();

const root = fileURLToPath(new URL('..', import.meta.url));
const tool = (name: string, args: string[], env: Record<string, string>) =>
  promisify(execFile)(process.execPath, [`bin/${name}.ts`, ...args], { cwd: root, env: { PATH: process.env.PATH, ...env } });

describe.each(binaries ? ['sqlite', 'postgres'] : ['sqlite'])('on %s', (engine) => {
  test('A backup taken under load holds every claim acknowledged before it, and restores every email', async () => {
    const place = async () => ({
      dataDir: temporaryFolder(),
      databaseUrl: engine === 'postgres' ? await createDatabase(await sharedPostgresPort()) : null,
    });
    const envOf = ({ dataDir, databaseUrl }: Awaited<ReturnType<typeof place>>) => ({
      DATA_DIR: dataDir,
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    });
    const [source, target] = [await place(), await place()];
    const product = await spawnProduct(envOf(source));
    await product.ready;
    const acknowledged = new Set<string>();
    let over = false;
    onTestFinished(async () => {
      over = true;
      await product.end('SIGKILL');
    });
    const senders = Array.from({ length: 8 }, async (_, number) => {
      for (let count = 0; !over; count += 1) {
        const { reference } = await sendForm(product.url, { ...aoife, additionalInfo: `${number}-${count}` });
        if (reference) acknowledged.add(reference);
        // The senders pause, because submissions slow a backup down and could keep it from ever ending.
        await pause(50);
      }
    });
    await until('some claims', () => acknowledged.size > 20);
    const before = new Set(acknowledged);
    const folder = join(temporaryFolder(), 'backup');
    await tool('backup', ['--to', folder], envOf(source));
    const after = acknowledged.size;
    await until('claims after the backup', () => acknowledged.size > after);
    over = true;
    await Promise.all(senders);
    await product.end('SIGKILL');

    await tool('restore', ['--from', folder], envOf(target));
    const reader = storeReader(target);
    const restored = new Set((await reader.readStore()).map(({ reference }) => reference));
    expect([...before].filter((reference) => !restored.has(reference))).toEqual([]);
    expect(
      await reader.all("select id from form_submissions where id not in (select subject_id from jobs where kind = 'email')"),
    ).toEqual([]);
    const revived = await spawnProduct(envOf(target));
    await revived.ready;
    const send = () => sendForm(revived.url, { ...aoife, additionalInfo: 'after the restore' });
    await until('a claim to be accepted', async () => (await send()).status === 200);
    await until('every letter', reader.isOutboxEmpty);
    await revived.end('SIGTERM');
  });
});
