// Protects: reading about a claim stays cheap with many files.
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { createTestDesk } from '#testing/create-test-desk.ts';
import { testDatabases } from '#testing/databases.ts';
import { collectStatements, planOf } from '#testing/query-plans.ts';
import { readScanTrouble, unscannedRows } from './evidence-rows.ts';
import { readTotalsOf } from './evidence-totals.ts';
import { lookForFiles, missingAlarm } from './missing-evidence.ts';

const databases = testDatabases();

/** FILES=400000 shows how long each takes at that size. */
const files = Number(process.env.FILES ?? 9_000);

describe('With many files', () => {
  test('what is asked every few seconds reads the few rows it is about, or a page of them, from an index', async () => {
    const store = await databases.open();
    const { app: opened, storeClaim } = await createTestDesk(store);
    await addFiles(await storeClaim(), store);
    const { database, statements } = collectStatements(store);
    const app = { ...opened, db: database, files: { ...opened.files, sizeOf: async () => 1_000 } };
    const asked = {
      'scan trouble': () => readScanTrouble(app),
      missing: async () => missingAlarm.check(app),
      'to look for': () => lookForFiles(app, { renewLease: async () => {}, signal: AbortSignal.abort() }, 3),
      unscanned: () => unscannedRows(app, '', 100),
    };
    for (const [name, ask] of Object.entries(asked)) {
      const startedAt = performance.now();
      await ask().catch(() => {});
      if (process.env.FILES) console.log(name, Math.round(performance.now() - startedAt), 'ms');
    }
    const startedAt = performance.now();
    expect(await readTotalsOf(app)()).toEqual({ files, bytes: files * 1_000 });
    if (process.env.FILES) console.log('totals', Math.round(performance.now() - startedAt), 'ms, in pages');
    const steps = await planOf(store, statements);
    expect(steps.length).toBeGreaterThan(8);
    expect(
      steps.filter((step) =>
        /^SCAN evidence(?! USING (COVERING )?INDEX evidence_(infected|to_|missing))|Seq Scan on evidence/.test(step),
      ),
    ).toEqual([]);
    for (const index of ['infected', 'to_scan', 'missing', 'to_look_for'])
      expect(steps.join('\n')).toContain(`evidence_${index}`);
  });
});

/** Stores received files, of which the last three are infected, wait for their scan, and are missing. */
async function addFiles(claimId: string, { db, engine }: Awaited<ReturnType<typeof databases.open>>): Promise<void> {
  const numbers =
    engine === 'sqlite'
      ? sql`with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${files}) `
      : sql`with numbers (n) as (select generate_series(1, ${files}::int)) `;
  const columns = sql`id, submission_id, name, size, created_at, received_at, added_by, scan_state, preview_state, missing_since`;
  const from = sql`select 'file ' || n, ${claimId}, 'a.jpg', 1000, n, n, 'claimant',
    case when n = ${files} then 'infected' when n = ${files} - 1 then 'waiting' else 'clean' end, 'none',
    case when n = ${files} - 2 then 1 end from numbers`;
  await (engine === 'sqlite'
    ? sql`insert into evidence (${columns}) ${numbers} ${from}`
    : sql`${numbers} insert into evidence (${columns}) ${from}`
  ).execute(db);
  if (engine === 'postgres') await sql`analyze`.execute(db);
}
