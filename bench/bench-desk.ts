import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '#server/core/database/database.ts';
import { openDatabase } from '#server/core/database/open.ts';
import { readEnv } from '#server/core/settings/env.ts';
import { openApp } from '#server/open-app.ts';
import { deskOfTests } from '#testing/desk-of-tests.ts';
import { findPostgres, startPostgres } from '#testing/postgres-server.ts';
import { percentile } from './measure.ts';

/** Milliseconds. */
type Figure = { p50: number; p95: number; p99: number };

/** Runs a measurement on SQLite and, where it is installed, PostgreSQL. `open`: opens a new store of this name. */
export async function onBothEngines(
  folder: string,
  measure: (engine: string, open: (name: string) => Promise<Database>) => Promise<void>,
): Promise<void> {
  await measure('SQLite', async (name) => openDatabase({ dataDir: join(folder, name), databaseUrl: null }));
  const binaries = findPostgres();
  if (!binaries) return;
  const cluster = await startPostgres(binaries);
  // A store of a million has gigabytes, which are not left behind where the run is interrupted or takes too long.
  const removeCluster = () => {
    process.kill(cluster.pid(), 'SIGQUIT');
    rmSync(cluster.folder, { recursive: true, force: true, maxRetries: 10 });
  };
  process.once('exit', removeCluster);
  await measure('PostgreSQL', async () =>
    openDatabase({ dataDir: '', databaseUrl: await cluster.createDatabase() }, { noTimeouts: true }),
  );
  process.off('exit', removeCluster);
  await cluster.stop();
}

/** A desk without alarms or a worker, whose clock stands still. */
export async function openBenchDesk(database: Database, { folder, now }: { folder: string; now: number }) {
  const env = readEnv({ DATA_DIR: folder, SITE_URL: 'https://kerbside.example', LOG_LEVEL: 'error' });
  const app = await openApp(env, { db: database, now: () => now });
  return { ...deskOfTests(app), app };
}

/** How long this takes, one after the other. */
export async function timesOf(act: (round: number) => Promise<unknown>, rounds = 60): Promise<Figure> {
  const times: number[] = [];
  // The first view is recorded in the audit trail, and fills caches.
  await act(0);
  for (let round = 1; round <= rounds; round += 1) {
    const began = performance.now();
    await act(round);
    times.push(performance.now() - began);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  return figureOf(times);
}

export function figureOf(times: readonly number[]): Figure {
  return { p50: percentile(times, 0.5), p95: percentile(times, 0.95), p99: percentile(times, 0.99) };
}
