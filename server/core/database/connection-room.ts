import { sql } from 'kysely';
import type { Database } from './database.ts';
import { mostConnections } from './postgres.ts';

/** Commands, a backup and the launch check beside the instances. */
const besides = 3;

type ConnectionRoom = { room: number; instances: number };

/**
 * How many connections the user of DATABASE_URL may have at PostgreSQL, by the limits of the server, of the database and of the role, and for how
 * many instances that is enough; null on SQLite. A server keeps a few for its administrators.
 */
export async function readConnectionRoom({ engine, db }: Pick<Database, 'engine' | 'db'>): Promise<ConnectionRoom | null> {
  if (engine === 'sqlite') return null;
  const { rows } = await sql<{ room: number }>`
    select least(
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        - coalesce(current_setting('reserved_connections', true)::int, 0),
      nullif(rolconnlimit, -1),
      nullif(datconnlimit, -1)
    ) as room
    from pg_roles, pg_database where rolname = current_user and datname = current_database()
  `.execute(db);
  const room = rows[0]?.room ?? 0;
  return { room, instances: Math.max(0, Math.floor((room - besides) / mostConnections)) };
}

/** What there is to say of it. */
export function connectionSentence({ room, instances }: ConnectionRoom): string {
  const needs = `each instance opens ${mostConnections} at most, and commands ${besides}`;
  return `PostgreSQL has ${room} connections for this user: enough for ${instances === 1 ? 'one instance' : `${instances} instances`} (${needs}).`;
}
