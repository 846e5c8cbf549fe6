import { sql } from 'kysely';
import type { FormData } from '#forms/form.ts';
import { formOf } from '#forms/forms.ts';
import { targetHoursOf } from '#forms/sender.ts';
import type { Database } from '#server/database/open.ts';
import { documentOf } from '#server/submissions/search-index.ts';
import { termsOf } from '#server/submissions/search-terms.ts';
import { chance, claimOfSomebody, messageOfSomebody, partnerOfSomebody, randomFrom, referenceOf } from './somebody.ts';

const day = 24 * 3_600_000;
const hour = 3_600_000;
const batch = 2_000;

/** Columns in the order of the values below, with the types that PostgreSQL needs to be told. */
const tables = {
  form_submissions: {
    ...{ id: 'text', reference: 'text', form_name: 'text', form_data: 'json', created_at: 'bigint', content_hash: 'text' },
    ...{ came_by: 'text', due_at: 'bigint', target_at: 'bigint', quarantined_at: 'bigint', quarantine_reason: 'text' },
    ...{ contacted_at: 'bigint', contacted_by: 'text', closed_at: 'bigint', closed_by: 'text', assigned_to: 'text' },
    warned_hours: 'integer',
  },
  jobs: {
    ...{ id: 'text', subject_id: 'text', kind: 'text', template: 'text', created_at: 'bigint', run_at: 'bigint' },
    ...{ attempts: 'integer', finished_at: 'bigint', last_answer: 'text' },
  },
  search_documents: { submission_id: 'text', created_at: 'bigint', terms: 'text' },
  terms_of_many: { submission_id: 'text', term: 'text', created_at: 'bigint' },
} as const;

type Value = string | number | null;

/**
 * Fills a store with what a busy desk has after some years: the newest came just now, most of the older ones are closed, a few
 * were never answered. The same number gives the same submissions. A hundred thousand take some seconds.
 */
export async function addManySubmissions(
  database: Database,
  { count, now, years = 2, staffIds = [] }: { count: number; now: number; years?: number; staffIds?: string[] },
): Promise<void> {
  // A temporary table is there for one connection alone.
  await database.db.connection().execute((db) => fill({ engine: database.engine, db }, { count, now, years, staffIds }));
}

type Connection = Pick<Database, 'engine' | 'db'>;

async function fill(
  database: Connection,
  { count, now, years, staffIds }: { count: number; now: number; years: number; staffIds: string[] },
): Promise<void> {
  const random = randomFrom(count);
  const run = async (...statements: string[]) => {
    for (const statement of statements) await sql.raw(statement).execute(database.db);
  };
  const isSqlite = database.engine === 'sqlite';
  if (isSqlite) await run('pragma synchronous = OFF', 'pragma cache_size = -400000');
  // In order and without its index a large table is filled several times as fast.
  else
    await run(
      'drop index search_terms_by_term',
      'create temporary table terms_of_many (submission_id text, term text, created_at bigint)',
    );
  for (let from = 0; from < count; from += batch) {
    const numbers = Array.from({ length: Math.min(batch, count - from) }, (_, i) => from + i);
    const made = numbers.map((number) => {
      const age = Math.floor(((number + random()) / count) * years * 365 * day);
      return oneSubmission(number, now - age, now, random, staffIds);
    });
    await insert(
      database,
      'form_submissions',
      made.map(({ submission }) => submission),
    );
    await insert(
      database,
      'jobs',
      made.flatMap(({ letter }) => (letter ? [letter] : [])),
    );
    if (isSqlite)
      await insert(
        database,
        'search_documents',
        made.map(({ id, createdAt, terms }) => [id, createdAt, documentOf(terms)]),
      );
    else
      await insert(
        database,
        'terms_of_many',
        made.flatMap(({ id, createdAt, terms }) => terms.map((term) => [id, term, createdAt])),
      );
  }
  if (isSqlite) await run('pragma wal_checkpoint(truncate)', 'pragma synchronous = FULL', 'pragma cache_size = -2000');
  else
    await run(
      'insert into search_terms (submission_id, term, created_at) select submission_id, term, created_at from terms_of_many order by 1, 2',
      'drop table terms_of_many',
      'create index search_terms_by_term on search_terms (term, created_at, submission_id)',
      'vacuum analyze',
    );
}

function oneSubmission(number: number, createdAt: number, now: number, random: () => number, staffIds: string[]) {
  const kind = random();
  const [formName, data]: [string, FormData] =
    kind < 0.8
      ? ['Make a Claim', claimOfSomebody(number, random)]
      : kind < 0.95
        ? ['Contact Us', messageOfSomebody(number, random)]
        : ['Partners Inquiry', partnerOfSomebody(number, random)];
  const id = idOf(number, random);
  const reference = referenceOf(number);
  const isClaim = formName === 'Make a Claim';
  const target = targetHoursOf(formOf(formName, data), data);
  const isSuspect = now - createdAt < 30 * day && chance(random, 0.02);
  const isOld = now - createdAt > 3 * day;
  const isContacted = !isSuspect && chance(random, isOld ? 0.99 : 0.4);
  const contactedAt = isContacted ? Math.min(now, createdAt + Math.floor(random() ** 3 * 36 * hour)) : null;
  const closedAt =
    contactedAt !== null && isOld && chance(random, 0.97) ? Math.min(now, contactedAt + Math.floor(random() * 20 * day)) : null;
  const staff = staffIds.length > 0 ? (staffIds[Math.floor(random() * staffIds.length)] ?? null) : null;
  return {
    submission: [
      ...[id, reference, formName, JSON.stringify(data), createdAt, `hash of ${id}`],
      ...['function', isClaim ? createdAt + day : null, target === null ? null : createdAt + target * hour],
      ...[isSuspect ? createdAt : null, isSuspect ? 'the same text in every field' : null],
      ...[contactedAt, contactedAt === null ? null : staff, closedAt, closedAt === null ? null : staff],
      ...[chance(random, 0.7) ? staff : null, isOld ? 24 : 0],
    ] as Value[],
    letter: isSuspect
      ? null
      : ([
          `email-${id}`,
          id,
          'email',
          'notification',
          createdAt,
          createdAt,
          1,
          createdAt + 900,
          '250 2.0.0 Ok: queued',
        ] as Value[]),
    ...{ id, createdAt, terms: termsOf({ reference, formName, data }) },
  };
}

/** Random as ids are: in no order. */
function idOf(number: number, random: () => number): string {
  const hex = (digits: number) =>
    Math.floor(random() * 16 ** digits)
      .toString(16)
      .padStart(digits, '0');
  return `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${number.toString(16).padStart(12, '0')}`;
}

/** As one JSON parameter: thousands of rows in one statement, on either engine. */
async function insert({ engine, db }: Connection, table: keyof typeof tables, rows: Value[][]): Promise<void> {
  if (rows.length === 0) return;
  const columns = Object.entries(tables[table]);
  const typeOf = (type: string) => (type === 'json' ? (engine === 'postgres' ? 'jsonb' : 'text') : type);
  const values = columns.map(([, type], index) => `cast(value->>${index} as ${typeOf(type)})`);
  const source =
    engine === 'postgres' ? sql`jsonb_array_elements(${JSON.stringify(rows)}::jsonb)` : sql`json_each(${JSON.stringify(rows)})`;
  const names = columns.map(([name]) => name).join(', ');
  await sql`insert into ${sql.raw(`${table} (${names}) select ${values.join(', ')}`)} from ${source}`.execute(db);
}
