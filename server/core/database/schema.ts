import type { Kysely, Transaction } from 'kysely';
import { shownAnswers } from '#server/core/email-address.ts';
import type { ClaimTables, SearchTables } from './claim-tables.ts';
import type { MessageTables } from './message-tables.ts';
import type { OperationTables } from './operation-tables.ts';
import type { StaffTables } from './staff-tables.ts';

/** Times are milliseconds since 1970, UTC. They say the state too: a job with a null `finished_at` is not done. */
export type Schema = ClaimTables & SearchTables & MessageTables & StaffTables & OperationTables;

export type Db = Kysely<Schema>;
export type Tx = Transaction<Schema>;

/** The answers of a row, with addresses as they are shown. */
export const answersOf = (data: string | Record<string, string>) => shownAnswers(storedAnswersOf(data));

/** The answers of a row as they came, to which changes are added: SQLite gives text, PostgreSQL an object. */
export const storedAnswersOf = (data: string | Record<string, string>): Record<string, string> =>
  typeof data === 'string' ? JSON.parse(data) : data;
