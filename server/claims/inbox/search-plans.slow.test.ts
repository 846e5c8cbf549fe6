// Protects: a search for what nearly every claim has reads the rows of a list, and not the whole index for them.
import { expect, test } from 'vitest';
import { engines, testDatabases } from '#testing/databases.ts';
import { addManySubmissions } from '#testing/fixtures/many-submissions.ts';
import { openTestApp } from '#testing/open-test-app.ts';
import { collectStatements, planOf } from '#testing/query-plans.ts';
import { inboxQuery } from './inbox-query.ts';
import { findRows, mostCandidates } from './inbox-search.ts';

const databases = testDatabases();
const now = Date.UTC(2026, 10, 28, 10);

// SQLite reads the row of each by the only index that it has for it.
test.skipIf(!engines.some((engine) => engine === 'postgres'))(
  'a word that has more hits than are looked up is looked for in the rows of a list',
  async () => {
    const store = await databases.open('postgres');
    await addManySubmissions(store, { count: mostCandidates * 1.6, now });
    const { database, statements } = collectStatements(store);
    const app = await openTestApp(database);
    const query = inboxQuery('olu', { search: 'insurance', form: 'Partners Inquiry' }, now);
    expect(await findRows(app, { query, after: null, isBackwards: false, limit: 51 })).toEqual([]);
    const steps = await planOf(
      store,
      statements.filter(({ sql }) => /from form_submissions/.test(sql)),
    );
    expect(steps.filter((step) => /Index Scan .*indexed_submissions/.test(step))).not.toEqual([]);
    expect(steps.filter((step) => /Seq Scan on indexed_submissions/.test(step))).toEqual([]);
  },
);
