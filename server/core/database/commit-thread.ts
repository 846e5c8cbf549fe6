import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { type CompiledQuery, DummyDriver, Kysely, type QueryResult, SqliteAdapter, SqliteQueryCompiler } from 'kysely';
import type { Schema, Tx } from './schema.ts';

/** What the thread commits: all of `writes`, unless one of the queries `unless` finds a row. Then nothing is written. */
type Commit = { unless: Statement[]; writes: Statement[] };

type Statement = Pick<CompiledQuery, 'sql' | 'parameters'>;

type Outcome = { isCommitted: boolean } | { message: string; code: string };

export type CommitThread = ReturnType<typeof createCommitThread>;

/** One thread serves every store that this process has open: that is one, or in tests many. */
let thread: Worker | null = null;
let stores = 0;
let asks = 0;
const settles = new Map<number, (outcome: Outcome) => void>();

/**
 * A thread with a connection of its own, which commits what the main thread has prepared: that goes on reading requests while SQLite
 * inserts rows and the disk syncs. It starts with the first commit and knows only text and values, so it is small. The caller holds
 * the mutex of this process's writers meanwhile. `setUp` configures the connection.
 */
export function createCommitThread(path: string, setUp: string[]) {
  stores += 1;
  const store = stores;

  async function ask(to: Worker, work: Commit | null): Promise<Outcome> {
    const { promise, resolve } = Promise.withResolvers<Outcome>();
    // Each has an answer of its own: a store may be closed while one of its commits is under way.
    asks += 1;
    const id = asks;
    settles.set(id, resolve);
    to.postMessage({ id, store, path, setUp, work });
    return promise.finally(() => settles.delete(id));
  }

  return {
    /** Returns whether it was committed; it was not where a query found a row. One commit at a time. */
    commit: async (commit: Commit): Promise<boolean> => {
      thread ??= start();
      const outcome = await ask(thread, commit);
      if ('isCommitted' in outcome) return outcome.isCommitted;
      throw Object.assign(new Error(outcome.message), { code: outcome.code });
    },
    close: async (): Promise<void> => {
      if (!thread) return;
      thread.ref();
      await ask(thread, null);
      thread?.unref();
    },
  };
}

function start(): Worker {
  const library = createRequire(import.meta.url).resolve('better-sqlite3');
  // The thread gets its code as text, because the build is one file.
  const started = new Worker(code, {
    eval: true,
    workerData: library,
    resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8 },
  });
  // What waits for it keeps the process alive, and it alone does not.
  started.unref();
  started.on('message', ({ id, outcome }: { id: number; outcome: Outcome }) => settles.get(id)?.(outcome));
  let reason = 'it ended';
  started.on('error', (error) => {
    reason = error instanceof Error ? error.message : String(error);
  });
  started.once('exit', () => {
    if (thread === started) thread = null;
    const outcome = { message: `The thread that commits has failed: ${reason}.`, code: 'COMMIT_THREAD' };
    for (const settle of settles.values()) settle(outcome);
  });
  return started;
}

const code = `
const { parentPort, workerData: library } = require('node:worker_threads');
const Sqlite = require(library);
const opened = new Map();
const open = ({ path, setUp }) => {
  const database = new Sqlite(path);
  for (const setting of setUp) database.pragma(setting);
  const prepared = new Map();
  const prepare = (text) => {
    if (!prepared.has(text)) prepared.set(text, database.prepare(text));
    return prepared.get(text);
  };
  const write = ({ sql, parameters }) => {
    const statement = prepare(sql);
    if (Array.isArray(parameters[0])) for (const row of parameters) statement.run(row);
    else statement.run(parameters);
  };
  const commit = database.transaction(({ unless, writes }) => {
    if (unless.some(({ sql, parameters }) => prepare(sql).get(parameters) !== undefined)) return false;
    for (const one of writes) write(one);
    return true;
  });
  return { commit: commit.immediate, close: () => database.close() };
};
const close = (store) => {
  opened.get(store)?.close();
  opened.delete(store);
  return false;
};
parentPort.on('message', ({ id, store, path, setUp, work }) => {
  let outcome;
  try {
    if (work && !opened.has(store)) opened.set(store, open({ path, setUp }));
    outcome = { isCommitted: work ? opened.get(store).commit(work) : close(store) };
  } catch (error) {
    outcome = { message: error.message, code: String(error.code ?? '') };
  }
  parentPort.postMessage({ id, outcome });
});
`;

/**
 * The queries that `work` would execute, compiled and not executed. It may only insert and delete what it knows: a query that reads
 * would find nothing here, so it is refused.
 */
export async function recordWrites(work: (tx: Tx) => Promise<unknown>): Promise<Statement[]> {
  const recorded: Statement[] = [];
  const record = async <R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> => {
    if (!/^(insert into|delete from) (?!.*\breturning\b)/is.test(sql))
      throw new Error(`Rows can only be inserted and deleted in a thread: ${sql}`);
    recorded.push({ sql, parameters });
    return { rows: [] };
  };
  await recorder(record).transaction().execute(work);
  return recorded;
}

function recorder(executeQuery: <R>(query: CompiledQuery) => Promise<QueryResult<R>>): Kysely<Schema> {
  const connection = { executeQuery, streamQuery: () => Promise.reject(new Error('Nothing is read here.')) as never };
  return new Kysely<Schema>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => Object.assign(new DummyDriver(), { acquireConnection: async () => connection }),
      createIntrospector: () => {
        throw new Error('There are no tables here.');
      },
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
}
