import { type CompiledQuery, type RawBuilder, sql } from 'kysely';
import { minute } from '#forms/durations.ts';
import { isClaim } from '#forms/forms.ts';
import { isOneOf, lockNamesUntilCommit } from '#server/core/database/engine.ts';
import { makeId } from '#server/core/database/make-id.ts';
import type { Db, Tx } from '#server/core/database/schema.ts';
import { currentLinkOf, firstLinkOf, type GivenLink } from './private-link.ts';
import {
  type AnsweredSubmission,
  answerOf,
  fromRow,
  type NewSubmission,
  type Submission,
  submissionColumns,
} from './stored-submission.ts';

/** Within this time the same answers in the same form, where one of the two has no key, are one submission sent twice. */
export const duplicateWindowMs = 10 * minute;

/**
 * A submission that came before: stored, or saved into an existing claim. `hash` is null where it has not arrived, because another
 * one took its place. `submission` is the stored one that it became or was saved into.
 */
type Earlier = {
  table: 'form_submissions' | 'merged_submissions';
  id: string;
  formName: string;
  key: string | null;
  /** It came without the key, which a later submission with the same answers brought: its sender need not be the same person. */
  isKeyAdopted: boolean;
  hash: string | null;
  submission: Submission;
  links: { first: GivenLink; current: GivenLink };
};

/** How a submission relates to earlier ones. `belongs`: another one took its place before it arrived. */
type Recognition =
  | { kind: 'duplicate'; submission: AnsweredSubmission }
  | { kind: 'conflict' }
  | { kind: 'belongs'; to: Earlier }
  | { kind: 'new' };

/**
 * Two instances may receive the same submission at once, and under READ COMMITTED neither sees the other's row. Advisory locks of
 * the transaction, taken in one order by all and before any row is locked, make the second one wait and then see it.
 */
export async function lockDuplicates(tx: Tx, batch: NewSubmission[]): Promise<void> {
  const names = batch.flatMap((item) => [`content ${item.contentHash}`, ...keysOf(item).map((key) => `key ${key}`)]);
  await lockNamesUntilCommit(tx, names);
}

/** Whether two submissions of a batch share a key or all answers, so that one may repeat the other. */
export function hasRepetition(batch: NewSubmission[]): boolean {
  const keys = batch.flatMap(keysOf);
  return new Set(batch.map(({ contentHash }) => contentHash)).size < batch.length || new Set(keys).size < keys.length;
}

/** Queries of which one finds a row where a submission of the batch may repeat an earlier one, or belong to it. */
export function findEarlier(db: Db, batch: NewSubmission[]): CompiledQuery[] {
  const wanted = wantedOf(batch);
  return (['form_submissions', 'merged_submissions'] as const).map((table) =>
    db.selectFrom(table).select('id').where(isWanted(db, wanted)).limit(1).compile(),
  );
}

/** Recognises the submissions of a batch in turn; each may also repeat an earlier one of the batch. */
export async function openDuplicates(tx: Tx, batch: NewSubmission[]) {
  const wanted = wantedOf(batch);
  const earlier = await findStored(tx, wanted);
  const mayBeMerged = (item: NewSubmission) =>
    isClaim(item.formName) && (item.replaces?.length || !(sameKey(item, earlier) ?? sameContent(item, earlier)));
  if (batch.some(mayBeMerged)) earlier.push(...(await findMerged(tx, wanted)));
  const adoptions: { by: Earlier; key: string }[] = [];

  return {
    recognise: (item: NewSubmission): Recognition => {
      const keyed = sameKey(item, earlier);
      if (keyed?.hash === null) return { kind: 'belongs', to: keyed };
      if (keyed) return keyed.hash === item.contentHash ? duplicateOf(item, keyed, keyed.isKeyAdopted) : { kind: 'conflict' };
      const found = sameContent(item, earlier);
      if (!found) {
        earlier.push(earlierOf(item));
        return { kind: 'new' };
      }
      // The earlier one came without a key. It gets this one, so that a later attempt is recognised at any time.
      if (found.key === null && item.idempotencyKey !== null) {
        found.key = item.idempotencyKey;
        found.isKeyAdopted = true;
        adoptions.push({ by: found, key: item.idempotencyKey });
      }
      return duplicateOf(item, found, true);
    },

    /** The earlier submissions of the same sender that this one replaces, by the keys that it names, in their order. */
    findReplaced: ({ replaces = [] }: NewSubmission): Earlier[] =>
      replaces.flatMap((key) => earlier.find((one) => one.key === key && !one.isKeyAdopted) ?? []),

    /** The keys, of these, that no submission has. */
    unknownOf: (some: string[]): string[] => some.filter((key) => !earlier.some((one) => one.key === key)),

    storeAdoptions: async (): Promise<void> => {
      for (const { by, key } of adoptions) {
        const change = { idempotency_key: key, key_adopted_at: wanted.now };
        await tx.updateTable(by.table).set(change).where('id', '=', by.id).execute();
      }
    },
  };
}

/** The key of a submission, and those that it takes the place of. */
function keysOf({ idempotencyKey, replaces = [] }: NewSubmission): string[] {
  return [...(idempotencyKey ? [idempotencyKey] : []), ...replaces];
}

function wantedOf(batch: NewSubmission[]): Wanted {
  const times = batch.map(({ createdAt }) => createdAt);
  return {
    keys: batch.flatMap(keysOf),
    hashes: batch.map(({ contentHash }) => contentHash),
    since: Math.min(...times) - duplicateWindowMs,
    now: Math.max(...times),
  };
}

function sameKey({ idempotencyKey }: NewSubmission, earlier: Earlier[]): Earlier | undefined {
  return idempotencyKey === null ? undefined : earlier.find(({ key }) => key === idempotencyKey);
}

function sameContent({ contentHash, idempotencyKey }: NewSubmission, earlier: Earlier[]): Earlier | undefined {
  return earlier.find(({ hash, key }) => hash === contentHash && (key === null || idempotencyKey === null));
}

/**
 * The response to a duplicate. It repeats what was sent, and nothing that was added since. Others may know the answers, such as a garage
 * that helped with the form, so the private link is given again only to a browser that sends the key or has the link.
 */
function duplicateOf(item: NewSubmission, { submission, links }: Earlier, isByContent: boolean): Recognition {
  // The cookie of this browser has the claim's valid link, which was checked.
  const link = item.startedId === submission.id ? links.current : { ...links.first, isWithheld: isByContent };
  return { kind: 'duplicate', submission: { ...submission, data: item.data, link } };
}

function earlierOf(item: NewSubmission): Earlier {
  const { id, formName, idempotencyKey: key, contentHash: hash } = item;
  const first = currentLinkOf({ link_generation: 0 });
  const links = { first, current: first };
  return { table: 'form_submissions', id, formName, key, isKeyAdopted: false, hash, submission: item, links };
}

const linkColumns = ['link_generation', 'link_revoked_at', 'closed_at'] as const;

type Wanted = { keys: string[]; hashes: string[]; since: number; now: number };

async function findStored(tx: Tx, wanted: Wanted): Promise<Earlier[]> {
  const rows = await tx
    .selectFrom('form_submissions')
    .select([...submissionColumns, ...linkColumns, 'idempotency_key', 'key_adopted_at', 'content_hash'])
    .where(isWanted(tx, wanted))
    .orderBy('created_at')
    .execute();
  return rows.map((row) => ({
    table: 'form_submissions',
    id: row.id,
    formName: row.form_name,
    key: row.idempotency_key,
    hash: row.content_hash,
    isKeyAdopted: row.key_adopted_at !== null,
    submission: fromRow(row),
    links: linksOf(row, wanted.now),
  }));
}

async function findMerged(tx: Tx, wanted: Wanted): Promise<Earlier[]> {
  const merged = await tx
    .selectFrom('merged_submissions')
    .selectAll()
    .where(isWanted(tx, wanted))
    .orderBy('created_at')
    .execute();
  if (merged.length === 0) return [];
  const ids = merged.map(({ submission_id: id }) => id);
  const claims = await tx
    .selectFrom('form_submissions')
    .select([...submissionColumns, ...linkColumns, 'contacted_at'])
    .where('id', 'in', ids)
    .execute();
  return merged.flatMap((one): Earlier[] => {
    const row = claims.find(({ id }) => id === one.submission_id);
    if (!row) return [];
    const submission = answerOf(row, one.created_at);
    const { id, form_name: formName, idempotency_key: key, content_hash: hash } = one;
    const isKeyAdopted = one.key_adopted_at !== null;
    return [{ table: 'merged_submissions', id, formName, key, isKeyAdopted, hash, submission, links: linksOf(row, wanted.now) }];
  });
}

function linksOf(row: Parameters<typeof firstLinkOf>[0], now: number): Earlier['links'] {
  return { first: firstLinkOf(row, now), current: currentLinkOf(row) };
}

/** Whether a row has the same answers within the duplicate window, or one of the keys at any time. */
function isWanted(db: Db, { keys, hashes, since }: Wanted): RawBuilder<boolean> {
  return sql<boolean>`(${isOneOf(db, 'content_hash', hashes)} and created_at > ${since} or ${isOneOf(db, 'idempotency_key', keys)})`;
}

/**
 * Stores the keys by which duplicates are recognised: that of a submission that was merged, and those of submissions that it took the
 * place of, should they still arrive.
 */
export async function keepKeys(
  tx: Tx,
  { formName, idempotencyKey, contentHash, createdAt }: NewSubmission,
  { id, isMerged, notCome }: { id: string; isMerged: boolean; notCome: string[] },
): Promise<void> {
  const row = (key: string | null, hash: string | null) => ({
    id: makeId(createdAt),
    submission_id: id,
    form_name: formName,
    created_at: createdAt,
    idempotency_key: key,
    content_hash: hash,
  });
  const rows = [...(isMerged ? [row(idempotencyKey, contentHash)] : []), ...notCome.map((key) => row(key, null))];
  if (rows.length === 0) return;
  await tx
    .insertInto('merged_submissions')
    .values(rows)
    // This submission arrived late, after the one that took its place.
    .onConflict((conflict) =>
      conflict
        .column('idempotency_key')
        .doUpdateSet({ submission_id: id, form_name: formName, content_hash: contentHash, created_at: createdAt }),
    )
    .execute();
}
