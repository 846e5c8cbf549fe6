import type { ClientBase, PoolClient } from 'pg';
import { createCircuit } from '#server/core/circuit.ts';
import { StoreAwayError } from './store-errors.ts';

export type Unanswered = ReturnType<typeof createUnanswered>;

/** A session at the server; its number alone may be that of a later one. */
type Session = { pid: number; started: string };

/** `session`: null behind a pooler, whose sessions are not ours to end, or to set anything for. */
type Connection = { session: Session | null; openedAt: number; isBorrowed: boolean; isLimited: boolean };

/** `isCommit`: what it sent ends with one. `discard` is called once it is known what became of it. */
type Waiting = { isCommit: boolean; discard: () => void };

/** How often the server is asked about connections that wait for an answer; a constant, so that the circuit knows it again. */
const askEveryMs = [1_000];

/**
 * What a session has set where the server has it and nobody else has set it: the server ends one whose client is gone within half a minute, instead of
 * after two hours.
 */
const sessionSettings = {
  tcp_keepalives_idle: '10',
  tcp_keepalives_interval: '5',
  tcp_keepalives_count: '3',
  tcp_user_timeout: '25000',
  client_connection_check_interval: '5000',
};

/** The time limit of a statement is ours, whoever else has set one. */
const set = `select count(set_config(name, value, false)) from unnest($1::text[], $2::text[]) as ours (name, value)
  join pg_settings using (name) where source = 'default' or name = 'statement_timeout'`;

const sessions = 'pg_stat_get_activity(null) join unnest($1::int[], $2::text[]) as ours (of, began) on pid = of';
const isOurs = 'extract(epoch from backend_start)::text = began';
/** One that waits for its client has answered, and the client did not hear it. Without `track_activities` a server says nothing else of it. */
const isAtWork = "state in ('active', 'disabled') and wait_event_type is distinct from 'Client'";

/** `statementMs`: how long the server runs a statement. */
type Limits = { connectionString: string; connectMs: number; statementMs: number };

/**
 * The connections of an instance whose last query was not answered in time. To close one on our side ends nothing at the server: a commit that waits for a
 * standby goes on there, and a session behind a network that has gone silent stays. If each were replaced at once, their number would grow without end.
 * So one keeps its place in the pool until it is answered after all, or the server, asked over another connection, says that it has ended.
 * - Where the server is still at work on a commit, changes are refused at once, because they would wait as well. It is not cancelled: that
 *   would keep a commit which its standby does not have, and show it to others. Whatever else it is at work on holds nobody up.
 * - Where the server has answered, or has no such session, the network has lost it, and with it the connections that were opened before: their
 *   sessions are ended at the server.
 * - Where the server cannot be asked, the circuit is open: whatever needs a pool with such a connection is refused at once, until it can. The other
 *   pools are used, because no more may be wrong than that no new connection can be opened: claims have two of their own.
 */
export function createUnanswered({ connectionString, connectMs, statementMs }: Limits) {
  const known = new Map<ClientBase, Connection>();
  const waiting = new Map<ClientBase, Waiting>();
  const circuit = createCircuit(() => performance.now());
  let isHung = false;
  let deadBefore = 0;
  let asking: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  circuit.close();

  function settle(client: PoolClient) {
    const held = waiting.get(client);
    waiting.delete(client);
    known.delete(client);
    held?.discard();
    if (waiting.size > 0) return;
    isHung = false;
    circuit.close();
    clearTimeout(timer);
  }

  function askNow() {
    clearTimeout(timer);
    asking ??= ask().finally(() => {
      asking = null;
      if (waiting.size > 0) timer = setTimeout(askNow, askEveryMs[0]).unref();
    });
  }

  async function ask(): Promise<void> {
    const { default: pg } = await import('pg');
    const limits = { connectionTimeoutMillis: connectMs, query_timeout: connectMs };
    const witness = new pg.Client({ connectionString, ...limits });
    witness.on('error', () => {});
    const asked = [...waiting.keys()] as PoolClient[];
    const askedAt = performance.now();
    /** Without sessions, as behind a pooler, it only tells whether the server answers. */
    const run = async (text: string, of: Session[]) => {
      const { rows } = await (of.length === 0
        ? witness.query('select 1 where false')
        : witness.query(text, [of.map(({ pid }) => pid), of.map(({ started }) => started)]));
      return rows as { pid: number }[];
    };
    try {
      await witness.connect();
      const working = await run(`select pid from ${sessions} where ${isOurs} and ${isAtWork}`, asked.flatMap(sessionOf));
      const atWork = new Set(working.map(({ pid }) => pid));
      const dead = asked.filter((client) => waiting.has(client) && !sessionOf(client).some(({ pid }) => atWork.has(pid)));
      if (dead.length > 0) {
        deadBefore = askedAt;
        const idle = [...known].flatMap(([client, { isBorrowed, openedAt }]) => (isBorrowed || openedAt > askedAt ? [] : client));
        const end = [...new Set([...dead, ...idle])].flatMap(sessionOf);
        await run(`select pid, pg_terminate_backend(pid) from ${sessions} where ${isOurs} and not (${isAtWork})`, end);
        for (const client of dead) settle(client);
      }
      isHung = asked.some((client) => waiting.get(client)?.isCommit);
      circuit.close();
    } catch (error) {
      // A server that refuses answers: it may have no connection left.
      if (error instanceof pg.DatabaseError) circuit.close();
      else if (waiting.size > 0) circuit.open(askEveryMs);
    } finally {
      void witness.end().catch(() => {});
    }
  }

  const sessionOf = (client: ClientBase): Session[] => {
    const session = known.get(client)?.session;
    return session ? [session] : [];
  };

  return {
    /** Learns which session a new connection has, and limits how long that stays without us, and how long its statements take. */
    register: async (client: ClientBase): Promise<void> => {
      const { default: pg } = await import('pg');
      const openedAt = performance.now();
      const pid = (client as ClientBase & { processID: number | null }).processID;
      // Behind a pooler the number is another one: settings would stay with a connection that it hands to others.
      const read =
        'select extract(epoch from backend_start)::text as started from pg_stat_get_activity(pg_backend_pid()) where pid = $1';
      let session: Session | null = null;
      let isLimited = false;
      try {
        const { rows } = pid === null ? { rows: [] } : await client.query(read, [pid]);
        if (rows[0]) session = { pid: pid as number, started: rows[0].started };
        if (session) {
          const settings = { ...sessionSettings, statement_timeout: `${statementMs}` };
          await client.query(set, [Object.keys(settings), Object.values(settings)]);
          isLimited = true;
        }
      } catch (error) {
        // A server that knows none of it serves as well.
        if (!(error instanceof pg.DatabaseError)) throw error;
      }
      known.set(client, { session, openedAt, isBorrowed: true, isLimited });
      client.once('end', () => known.delete(client));
    },

    /** Whether the session of a connection has the time limit for statements; behind a pooler each transaction has to set it. */
    isLimited: (client: ClientBase): boolean => known.get(client)?.isLimited ?? false,

    /** Tells whether a connection is in use; one that is not may be ended with those that the network has lost. */
    borrow: (client: ClientBase, isBorrowed: boolean): void => {
      const connection = known.get(client);
      if (connection) connection.isBorrowed = isBorrowed;
    },

    /** Keeps one that was not answered. */
    hold: (client: PoolClient, held: Waiting): void => {
      waiting.set(client, held);
      const onEnd = () => settle(client);
      if (isClosed) onEnd();
      else askNow();
      client.once('drain', onEnd).once('end', onEnd);
    },

    /** All connections that were opened before this time, of `performance.now()`, were lost. */
    deadBefore: () => deadBefore,

    /** Throws where some connections of a pool wait for an answer and the server cannot be asked, or where all do. */
    expectAnswers: async ({ held, max }: { held: () => number; max: number }): Promise<void> => {
      if (waiting.size > 0 && !isHung) await asking;
      if (held() >= (circuit.isClosed() ? max : 1)) throw noAnswer();
    },

    /** Throws while the server does not end a commit: a change would wait as well. */
    expectNoHungCommit: (): void => {
      if (isHung) throw noAnswer();
    },

    close: (): void => {
      isClosed = true;
      for (const client of [...waiting.keys()]) settle(client as PoolClient);
    },
  };
}

function noAnswer(): StoreAwayError {
  return new StoreAwayError(Object.assign(new Error('The server has not answered what was sent before.'), { code: 'ETIMEDOUT' }));
}
