import { errorMessage } from '#server/observability/log.ts';

/** The store cannot be used; the message is a sentence for whoever starts the product. It never holds a password. */
export class CannotOpen extends Error {}

const full = 'there is no space left on the disk';
const readOnly = 'it cannot be written to';
const damaged = 'it is damaged or not a database; restore a backup (docs/operations.md)';

const sqliteReasons: [RegExp, string][] = [
  [/^(SQLITE_FULL|ENOSPC)/, full],
  [/^(SQLITE_READONLY|SQLITE_CANTOPEN|SQLITE_PERM|EACCES|EPERM|EROFS|ENOTDIR|EEXIST|ENOENT)/, readOnly],
  [/^(SQLITE_CORRUPT|SQLITE_NOTADB)/, damaged],
  [/^(SQLITE_BUSY|SQLITE_LOCKED)/, 'another program holds it locked'],
];

export function sqliteSentence(path: string, error: unknown): string {
  const { code = '' } = (error ?? {}) as { code?: string };
  const reason = sqliteReasons.find(([pattern]) => pattern.test(code))?.[1];
  return `The database file ${path} cannot be used: ${reason ?? 'it failed'} (${errorMessage(error)}).`;
}

const postgresReasons: [RegExp, string][] = [
  [/^ECONNREFUSED/, 'nothing listens there'],
  [/^(ENOTFOUND|EAI_AGAIN)/, 'there is no such host'],
  [/^(28P01|28000)/, 'it does not accept the user or the password'],
  [/^3D000/, 'there is no such database'],
  [/^42501/, 'the user may not do that'],
  [/^57P03/, 'it is starting or stopping'],
];

export function postgresSentence(databaseUrl: string, error: unknown): string {
  const { hostname, port, pathname } = new URL(databaseUrl);
  const reason = postgresReasons.find(([pattern]) => pattern.test(codeOf(error)))?.[1];
  const place = `${pathname.slice(1) || 'the default database'} at ${hostname}:${port || 5432}`;
  return `The PostgreSQL of DATABASE_URL (${place}) cannot be used: ${reason ?? 'it failed'} (${errorMessage(error)}).`;
}

function codeOf(error: unknown): string {
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  return String(((error ?? {}) as { code?: string }).code ?? '');
}
