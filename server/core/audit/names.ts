import type { App } from '#server/core/app.ts';

/** A submission that an event is about. An erased one has no page any more, but keeps its reference. */
export type AuditedSubmission = { reference: string; isErased: boolean };

/** These submissions as the audit trail names them, those that were erased too. */
export async function auditedSubmissions({ db: { db } }: App, ids: (string | null)[]): Promise<Map<string, AuditedSubmission>> {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  if (wanted.length === 0) return new Map();
  const kept = await db.selectFrom('form_submissions').select(['id', 'reference']).where('id', 'in', wanted).execute();
  const erased = await db.selectFrom('tombstones').select(['id', 'reference']).where('id', 'in', wanted).execute();
  const named = (rows: typeof kept, isErased: boolean) => rows.map(({ id, reference }) => [id, { reference, isErased }] as const);
  return new Map([...named(kept, false), ...named(erased, true)]);
}

/** Names of members of staff, including those who have left. */
export function staffNames({ db: { db } }: App, ids: (string | null)[]): Promise<Map<string, string>> {
  return readTexts(ids, (wanted) => db.selectFrom('staff').select(['id', 'name as text']).where('id', 'in', wanted).execute());
}

/** The e-mail addresses of their accounts. */
export function staffEmails({ db: { db } }: App, ids: (string | null)[]): Promise<Map<string, string>> {
  return readTexts(ids, (wanted) => db.selectFrom('staff').select(['id', 'email as text']).where('id', 'in', wanted).execute());
}

/** A text of each of these rows, by its id. Reads nothing where all are null. */
export async function readTexts(
  ids: (string | null)[],
  read: (wanted: string[]) => Promise<{ id: string; text: string }[]>,
): Promise<Map<string, string>> {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  const rows = wanted.length === 0 ? [] : await read(wanted);
  return new Map(rows.map(({ id, text }) => [id, text]));
}
