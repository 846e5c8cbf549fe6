import { setTimeout as pause } from 'node:timers/promises';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type { DatabaseError, Pool, PoolClient, PoolConfig, QueryResult } from 'pg';
import { timeLimits } from '#server/core/time-limits.ts';
import { codeOf } from './database.ts';
import { StoreAwayError } from './store-errors.ts';
import { refuseInsideWrite } from './transaction-scope.ts';
import type { Unanswered } from './unanswered.ts';

/** The type number of bigint. Milliseconds fit a JavaScript number until the year 287396. */
const int8 = 20;

/** While the server has no connection left, all but the reserved ones are given back after each use. */
export type Shortage = { until: number; giveBackIdle: (() => Promise<void>)[] };

const shortageMs = 10_000;

/** `isKept`: its connections are for new submissions, stay open, and come before all others where the server has too few. */
type PoolOptions = {
  max: number;
  isKept: boolean;
  shortage: Shortage;
  unanswered: Unanswered;
  timeouts: typeof timeLimits.postgres | null;
};

export async function openPool(connectionString: string, options: PoolOptions): Promise<PostgresPool> {
  const { max, isKept, timeouts, unanswered } = options;
  // The driver is loaded only where PostgreSQL is used.
  const { default: pg } = await import('pg');
  const settings: PoolConfig = {
    connectionString,
    max,
    connectionTimeoutMillis: timeouts?.connectMs ?? timeLimits.postgres.connectMs,
    idleTimeoutMillis: isKept ? 0 : 30_000,
    // A firewall or proxy in between may forget a connection that is old or idle.
    maxLifetimeSeconds: isKept ? 0 : 600,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    ...(timeouts && { query_timeout: timeouts.queryMs, onConnect: unanswered.register }),
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') => (oid === int8 ? Number : pg.types.getTypeParser(oid, format)),
    } as PoolConfig['types'],
  };
  const pool = new pg.Pool(settings);
  // A lost connection is replaced at the next query. Without listeners an error would end the process: one for connections lost while
  // idle, one for those lost between two statements of a transaction.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const isAnswer = (error: unknown) => error instanceof pg.DatabaseError;
  const run: Run = (client, text, values) => client.query(text, values);
  /** Behind a pooler a session has no time limit, and a query outside of a transaction needs one of its own to set it in. */
  const runAlone: Run = async (client, text, values) => {
    if (!timeouts || unanswered.isLimited(client)) return run(client, text, values);
    await client.query(`begin; set local statement_timeout = ${timeouts.statementMs}`);
    const result = await run(client, text, values).catch(async (error) => {
      // A server that has not answered would not answer this either.
      if (isAnswer(error)) await client.query('rollback');
      throw error;
    });
    await client.query('commit');
    return result;
  };
  return discardUnresponsive(pool, options, { isAnswer, run, runAlone });
}

type Run = (client: PoolClient, text: string, values: unknown[]) => Promise<QueryResult>;

/** Commands such as VACUUM have to be alone in their round trip. */
const isQuery = /^\s*(select|with|insert|update|delete)\b/i;

const isChange = /^\s*(begin|insert|update|delete)\b/i;

/** `run` sends a statement of a transaction, and `runAlone` a query outside of any. */
type Runs = { isAnswer: (error: unknown) => error is DatabaseError; run: Run; runAlone: Run };

/** Whether a server says that it is not, or no longer, the one to write to, as after a switchover: read-only, in recovery, stopping or starting. */
function isWrongPlace({ code = '', message }: { code?: string | undefined; message: string }): boolean {
  return /^(25006|57P0[123])$/.test(code) || (code === '55000' && message.includes('recovery'));
}

/**
 * A pool that discards a connection once it has broken, or the server answers that it cannot be written to: a name may lead to another
 * one by now. Whatever did that has usually done it to the others too. So all connections that were opened before are discarded with it, or
 * else one visitor after the other would wait for each. One whose query was not answered keeps its place until it is known what became
 * of it (unanswered.ts).
 */
function discardUnresponsive(
  pool: Pool,
  { max, isKept, shortage, unanswered }: PoolOptions,
  { isAnswer, run, runAlone }: Runs,
): PostgresPool {
  const openedAt = new WeakMap<PoolClient, number>();
  const broken = new WeakSet<PoolClient>();
  let brokenAt = 0;
  let held = 0;
  pool.on('connect', (client) => {
    openedAt.set(client, performance.now());
    for (const event of ['error', 'end'] as const) client.once(event as 'error', () => broken.add(client));
  });

  if (!isKept)
    shortage.giveBackIdle.push(async () => {
      while (pool.idleCount > 0) (await pool.connect()).release(true);
    });

  /** Where the server has none left, the reserved ones wait for what the others give back. */
  async function connect(): Promise<PoolClient> {
    for (const end = performance.now() + timeLimits.postgres.connectMs; ; ) {
      try {
        await unanswered.expectAnswers({ held: () => held, max });
        return await pool.connect();
      } catch (error) {
        if (codeOf(error) !== '53300') throw new StoreAwayError(error);
        shortage.until = performance.now() + shortageMs;
        if (!isKept || performance.now() > end) throw new StoreAwayError(error);
        await Promise.allSettled(shortage.giveBackIdle.map((giveBack) => giveBack()));
        await pause(100);
      }
    }
  }

  async function connectFresh(): Promise<PoolClient> {
    for (;;) {
      const client = await connect();
      if ((openedAt.get(client) ?? 0) >= Math.max(brokenAt, unanswered.deadBefore())) return client;
      client.release(true);
    }
  }

  function hold(client: PoolClient, isCommit: boolean) {
    held += 1;
    const discard = () => {
      held -= 1;
      client.release(true);
    };
    unanswered.hold(client, { isCommit, discard });
  }

  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => {
      refuseInsideWrite();
      const client = await connectFresh();
      let failure: unknown = null;
      let isInTransaction = false;
      let isWaiting = false;
      let isCommit = false;
      const onAnswer = () => {
        isWaiting = false;
      };
      unanswered.borrow(client, true);
      const borrowed = {
        query: async (text: string, values: unknown[]) => {
          // A query on a failed connection fails at once, so that nobody waits for a rollback that cannot happen.
          if (failure) throw failure;
          const isChangeByItself = !isInTransaction && isChange.test(text);
          if (isChangeByItself) unanswered.expectNoHungCommit();
          isCommit = isChangeByItself || text === 'commit';
          try {
            if (/^(begin|start transaction)\b/.test(text)) isInTransaction = true;
            const isAlone = !isInTransaction && isQuery.test(text);
            const result = await (isAlone ? runAlone : run)(client, text, values);
            if (/^(commit|rollback)$/.test(text)) isInTransaction = false;
            return result;
          } catch (error) {
            if (isAnswer(error) && !isWrongPlace(error)) throw error;
            failure = new StoreAwayError(error);
            isWaiting = !isAnswer(error) && !broken.has(client);
            if (isWaiting) client.once('drain', onAnswer);
            else brokenAt = performance.now();
            throw failure;
          }
        },
        release: (isDiscarded?: boolean) => {
          unanswered.borrow(client, false);
          if (isWaiting && !broken.has(client)) return hold(client, isCommit);
          const isGivenBack = !isKept && performance.now() < shortage.until;
          client.release(failure !== null || isGivenBack || isDiscarded);
        },
      };
      // Cursors, which Kysely would pass to the same method, are not supported.
      return borrowed as unknown as PostgresPoolClient;
    },
  };
}
