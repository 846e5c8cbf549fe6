import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type { Pool, PoolClient } from 'pg';

/**
 * A pool that does not hand a connection out again once it has failed without a word from the server: a query timed out, or the
 * connection broke. What makes one silent (a firewall, a proxy) has mostly silenced the others too, so all that were opened before
 * are discarded with it, and not one after the other with a visitor waiting for each.
 */
export function discardSilent(pool: Pool, isAnswer: (error: unknown) => boolean): PostgresPool {
  const openedAt = new WeakMap<PoolClient, number>();
  let silentAt = 0;
  pool.on('connect', (client) => openedAt.set(client, performance.now()));

  async function takeFresh(): Promise<PoolClient> {
    for (;;) {
      const client = await pool.connect();
      if ((openedAt.get(client) ?? 0) >= silentAt) return client;
      client.release(true);
    }
  }

  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => {
      const client = await takeFresh();
      let failure: unknown = null;
      const borrowed = {
        query: async (text: string, values: unknown[]) => {
          // Nothing more is asked of it, so that nobody waits for a rollback that cannot come.
          if (failure) throw failure;
          try {
            return await client.query(text, values);
          } catch (error) {
            if (!isAnswer(error)) {
              failure = error;
              silentAt = performance.now();
            }
            throw error;
          }
        },
        release: (isDiscarded?: boolean) => client.release(failure !== null || isDiscarded),
      };
      // Without cursors, which Kysely asks for in the same way.
      return borrowed as unknown as PostgresPoolClient;
    },
  };
}
