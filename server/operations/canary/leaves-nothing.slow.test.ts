// Protects: a claim of the product itself is in no list, count, search, report, export, audit trail or quota, because nothing of it is left.
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { claim } from '#forms/claim.ts';
import { makeReference } from '#server/claims/accept/accept.ts';
import { createSubmissionStore } from '#server/claims/submission-store.ts';
import type { Database } from '#server/core/database/database.ts';
import { createTestDesk } from '#testing/create-test-desk.ts';
import { testDatabases } from '#testing/databases.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { claimFrom } from '#testing/fixtures/submissions.ts';
import { createTestCanary } from '#testing/test-canary.ts';
import { canaryAnswers } from './canary-trace.ts';

const databases = testDatabases();

/** Every row of every table, as text. */
async function contentOf({ db, engine }: Database): Promise<Record<string, unknown[]>> {
  const tables = (await db.introspection.getTables()).map(({ name }) => name).filter((name) => !name.startsWith('search_text'));
  const order = engine === 'sqlite' ? sql`order by rowid` : sql`order by t::text`;
  const content: Record<string, unknown[]> = {};
  for (const name of tables)
    content[name] = (await sql`select * from ${sql.table(name)} as t ${order}`.execute(db).catch(() => ({ rows: [] }))).rows;
  return content;
}

test('what is tried out is stored, read back and gone with its job and its search, and asks no quota', async () => {
  const { database, storeClaim, clock } = await createTestDesk(await databases.open());
  await storeClaim(aoife);
  const asked: string[] = [];
  const quotas = {
    mayAcknowledge: () => asked.push('acknowledge') > 0,
    isFlood: () => asked.push('flood') > 0,
  };
  const store = createSubmissionStore(database, { emailsSenders: true, quotas });
  const before = await contentOf(database);
  let seen = 0;
  const stored = await store.tryOut(claimFrom(canaryAnswers(claim), { createdAt: clock.time }), async (tx) => {
    seen = (await tx.selectFrom('form_submissions').select('id').execute()).length;
  });
  expect([stored.kind, seen, asked]).toEqual(['new', 1, []]);
  expect(await contentOf(database)).toEqual(before);
});

test('where what follows fails, or it would be put into quarantine, the transaction leaves nothing', async () => {
  const { database, clock } = await createTestDesk(await databases.open());
  const store = createSubmissionStore(database);
  const before = await contentOf(database);
  const one = (more = {}) => claimFrom(canaryAnswers(claim), { createdAt: clock.time, reference: makeReference(), ...more });
  await expect(store.tryOut(one(), () => Promise.reject(new Error('Not now.')))).rejects.toThrow('Not now.');
  await expect(store.tryOut(one({ quarantineReason: 'It has links' }), async () => {})).rejects.toThrow('not what was sent');
  expect(await contentOf(database)).toEqual(before);
});

test('after it went the whole way there is no other row than its own, and lists, counts, metrics and log are as before', async () => {
  const { run, runs, services, sqlite, logged, owner, send } = await createTestCanary({ CANARY_TO: 'canary@kerbside.example' });
  await send(claim.name, aoife);
  const count = (of: string) => sqlite.prepare(`select count(*) from ${of}`).pluck().get();
  const tables = sqlite.prepare("select name from sqlite_schema where type = 'table'").pluck().all() as string[];
  // Other jobs go on meanwhile, and index the claim.
  const quiet = tables.filter((name) => !/^(canary_runs|jobs|job_attempts|sqlite_|search|index)/.test(name));
  const figures = async () =>
    (await services.metrics.text()).split('\n').filter((line) => /^kerbside_(submissions|accept)/.test(line));
  const before = [quiet.map(count), await figures()];
  for (let index = 0; index < 3; index += 1) await run();
  expect(runs().map(({ failed_step }) => failed_step)).toEqual([null, null, null]);
  expect([quiet.map(count), await figures()]).toEqual(before);
  expect(count("jobs where kind = 'canary' and subject_id is not null")).toBe(0);
  expect(count("jobs where kind = 'canary'"), 'jobs of earlier runs are removed').toBeLessThanOrEqual(2);
  expect(logged.filter((line) => line.includes('"event":"submission"'))).toHaveLength(1);

  expect((await services.desk.inbox(owner, {})).counts).toMatchObject({ new: 1 });
  expect((await services.desk.inbox(owner, { search: 'canary@example.com' })).rows).toEqual([]);
  expect(await services.desk.queue(owner, { own: false })).toHaveLength(1);
  const { targets } = await services.desk.slaReport(owner);
  expect(targets.find(({ id }) => id === 'promise')?.all.total).toBe(1);
  const csv = await text(await services.desk.listFile(owner, {}, 'csv'));
  expect(csv).toContain(aoife.email);
  expect(csv).not.toContain('canary@example.com');
});
