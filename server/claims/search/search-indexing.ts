import { setTimeout as pause, setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { hour } from '#forms/durations.ts';
import { type App, perApp } from '#server/core/app.ts';
import { recordWrites } from '#server/core/database/commit-thread.ts';
import type { Database } from '#server/core/database/database.ts';
import { insertRows, isOneOf, lockRows } from '#server/core/database/engine.ts';
import { answersOf, type Db, type Tx } from '#server/core/database/schema.ts';
import { defineJob, done, every, type Run } from '#server/core/jobs/define-job.ts';
import { errorMessage } from '#server/core/observability/log.ts';
import { termsOf, termsVersion } from './search-terms.ts';

/** How many submissions are indexed in one transaction, which is short enough for no visitor to notice. */
const batchSize = 100;

/** Submissions are indexed after this time without another one, and while they go on coming for `shareMs` of each `burstMs`. */
const quietMs = 500;
const burstMs = 10_000;
const shareMs = 1_000;

/** How long indexing may keep requests waiting, but for the terms of one submission. */
const turnMs = 5;

const kind = 'search-backfill';

export type SearchIndexing = ReturnType<typeof createSearchIndexing>;

/** The indexing of this process. */
export const searchIndexingOf = perApp(createSearchIndexing);

/**
 * Indexes submissions after they were stored or changed. Triggers put them into a queue in the same transaction; until they are indexed
 * they are searched directly. `close` ends the waiting.
 */
export function createSearchIndexing(app: App) {
  const { db: database, log } = app;
  let running: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | null = null;
  /** When to begin at the latest. */
  let latest: number | null = null;

  /** Has everything indexed soon that was stored. */
  function noteStored(): void {
    const time = performance.now();
    latest ??= time + burstMs;
    if (timer) clearTimeout(timer);
    timer = setTimeout(indexWaiting, Math.max(0, Math.min(quietMs, latest - time))).unref();
  }

  function indexWaiting(): void {
    const time = performance.now();
    const share = latest !== null && time >= latest ? shareMs : 0;
    timer = null;
    latest = null;
    // Another submission has set the timer again, and goes first.
    const givesWay = () => timer !== null && performance.now() >= time + share;
    indexQueued(null, givesWay).catch((error) => log.error('not indexed for search', { error: errorMessage(error) }));
  }

  /** Indexes until the queue is empty, one run at a time. */
  function indexQueued(run: Run | null = null, givesWay = () => false): Promise<void> {
    const next = running.then(async () => {
      while ((await indexBatch(database)) > 0) {
        if (givesWay()) return;
        run?.signal.throwIfAborted();
        await run?.renewLease();
        await pause(1);
      }
    });
    running = next.catch(() => {});
    return next;
  }

  /** Indexes everything, also what was indexed with the terms of an earlier release, as a restored or carried over store has them. */
  async function indexAll(run: Run | null = null): Promise<void> {
    do {
      run?.signal.throwIfAborted();
      await indexQueued(run);
    } while (await enqueueOutdated(database));
  }

  return {
    noteStored,
    indexAll: (): Promise<void> => indexAll(),
    jobs: [
      defineJob({
        kind,
        title: 'Completing the search index',
        isDueAtStart: true,
        next: every(hour),
        handle: async (_job, run) => {
          await indexAll(run);
          return done('Complete.');
        },
      }),
    ],
    close: async (): Promise<void> => {
      if (timer) clearTimeout(timer);
      await running;
    },
  };
}

type Queued = { id: string; version: number; createdAt: number; terms: string[] };

/**
 * The last submissions in the queue, before this one, with their terms. `isLocked`: they stay as they are until the transaction ends;
 * those that another transaction has are left out.
 */
export async function readQueued(
  db: Db,
  { before, limit, isLocked = false }: { before: string | null; limit: number; isLocked?: boolean },
): Promise<Queued[]> {
  const query = db
    .selectFrom('search_queue')
    .innerJoin('form_submissions', 'id', 'submission_id')
    .select(['id', 'version', 'reference', 'form_name', 'form_data', 'created_at', 'merged_into'])
    .$if(before !== null, (limited) => limited.where('submission_id', '<', before ?? ''))
    .orderBy('submission_id', 'desc')
    .limit(limit);
  const rows = await (isLocked ? lockRows(db, query, 'for no key update skip locked') : query).execute();
  const found = rows.map(({ id }) => id);
  const merged = await db
    .selectFrom('form_submissions')
    .select(['id', 'reference', 'form_name', 'form_data', 'merged_into'])
    .where(isOneOf(db, 'merged_into', found))
    .execute();
  const ids = [...rows, ...merged].map(({ id }) => id);
  const written = await db
    .selectFrom('messages')
    .select(['submission_id', 'text'])
    .where(isOneOf(db, 'submission_id', ids))
    .orderBy('at')
    .execute();
  const corrected = await db
    .selectFrom('corrections')
    .select(['submission_id', 'field', 'old'])
    .where(isOneOf(db, 'submission_id', ids))
    .where('undone_at', 'is', null)
    .where('old', '<>', '')
    .execute();
  const termsOfOne = ({ id, reference, form_name: formName, form_data }: (typeof merged)[number]): string[] => {
    const messages = written.filter((one) => one.submission_id === id).map(({ text }) => text);
    const data = answersOf(form_data);
    const former = corrected.filter((one) => one.submission_id === id);
    // A claim is found by what was sent as well as by what it was corrected to.
    const versions = [data, ...former.map(({ field, old }) => ({ ...data, [field]: old }))];
    return versions.flatMap((answers) => termsOf({ reference, formName, data: answers, messages }));
  };
  const queued: Queued[] = [];
  let turn = performance.now();
  for (const row of rows) {
    const { id, version, created_at: createdAt } = row;
    // What was merged into a claim is found with it, and not by itself.
    const searched = row.merged_into === null ? [row, ...merged.filter((one) => one.merged_into === id)] : [];
    queued.push({ id, version, createdAt, terms: [...new Set(searched.flatMap(termsOfOne))] });
    if (performance.now() - turn < turnMs) continue;
    // A hundred of the longest would keep all requests waiting for seconds.
    await setImmediate();
    turn = performance.now();
  }
  return queued;
}

/** Has submissions indexed anew whose answers have not changed, because others are found with them, or no longer are. */
export async function indexAgain(tx: Tx, ids: string[]): Promise<void> {
  await sql`update form_submissions set form_data = form_data where ${isOneOf(tx, 'id', ids)}`.execute(tx);
}

/**
 * Indexes the last submissions in the queue; returns how many. On SQLite the thread that commits claims does so too; nothing is written
 * where one was changed since it was read, and the next batch has it again.
 */
async function indexBatch({ file, read, write }: Database): Promise<number> {
  const batch = { before: null, limit: batchSize };
  if (file === null)
    return write(async (tx) => {
      const queued = await readQueued(tx, { ...batch, isLocked: true });
      await store(tx, queued);
      return queued.length;
    });
  const queued = await read((db) => readQueued(db, batch));
  if (queued.length === 0) return 0;
  const versions = JSON.stringify(queued.map(({ id, version }) => [id, version]));
  const isChanged = await read(async (db) =>
    sql`select 1 from json_each(${versions}) where not exists (
      select 1 from search_queue where submission_id = value->>0 and version = value->>1)`.compile(db),
  );
  await file.commitInThread({ unless: [isChanged], writes: await recordWrites((tx) => store(tx, queued)) });
  return queued.length;
}

/** Puts submissions into the index, in the place of what it has of them, and takes them out of the queue. */
async function store(tx: Tx, queued: Queued[]): Promise<void> {
  const ids = queued.map(({ id }) => id);
  const isOf = isOneOf(tx, 'submission_id', ids);
  await tx.deleteFrom('indexed_submissions').where(isOf).execute();
  const rows = queued.map(({ id, createdAt, terms }) => ({
    submission_id: id,
    created_at: createdAt,
    terms: JSON.stringify(terms),
    terms_version: termsVersion,
  }));
  await insertRows(tx, 'indexed_submissions', rows);
  await tx.deleteFrom('search_queue').where(isOf).execute();
}

/** Puts some of the submissions into the queue that were indexed with other terms: few, because each search reads the queue. */
async function enqueueOutdated({ write }: Database): Promise<boolean> {
  const { numAffectedRows } = await write((tx) =>
    sql`insert into search_queue (submission_id)
      select submission_id from indexed_submissions where terms_version < ${termsVersion} limit ${batchSize}
      on conflict do nothing`.execute(tx),
  );
  return (numAffectedRows ?? 0n) > 0n;
}
