import type pg from 'pg';
import type { PoolClient, QueryResult } from 'pg';

/** What of the driver's own class for queries is used here; its types leave that out. */
type Connection = {
  parse: (statement: { text: string }) => void;
  bind: (portal: object) => void;
  execute: (portal: object) => void;
};
interface DriverQuery {
  requiresPreparation(): boolean;
  prepare(connection: Connection): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: Connection): void;
}
type Callback = (error: Error | null, result: QueryResult) => void;
type DriverQueryClass = new (config: { text: string; values: unknown[] }, values: null, callback: Callback) => DriverQuery;

/**
 * Runs a single query that the server cancels after `limitMs`. Otherwise it would go on there for as long as it takes, with nobody
 * left to read the result. The limit is set for the query's own transaction, in the same round trip, so that nothing of it stays with
 * the connection, which a pooler may hand to others.
 */
export function createRunLimited(Query: typeof pg.Query, limitMs: number) {
  const setLimit = { text: `select set_config('statement_timeout', '${Math.round(limitMs)}', true)` };

  class LimitedQuery extends (Query as unknown as DriverQueryClass) {
    #isLimitSet = false;

    override requiresPreparation() {
      return true;
    }

    /** Both statements go before the one Sync that ends the transaction. */
    override prepare(connection: Connection) {
      connection.parse(setLimit);
      connection.bind({});
      connection.execute({});
      super.prepare(connection);
    }

    override handleDataRow(message: unknown) {
      if (this.#isLimitSet) super.handleDataRow(message);
    }

    override handleCommandComplete(message: unknown, connection: Connection) {
      if (this.#isLimitSet) super.handleCommandComplete(message, connection);
      this.#isLimitSet = true;
    }
  }

  return (client: PoolClient, text: string, values: unknown[]): Promise<QueryResult> =>
    new Promise((resolve, reject) => {
      const query = new LimitedQuery({ text, values }, null, (error, result) => (error ? reject(error) : resolve(result)));
      client.query(query as unknown as pg.Query);
    });
}
