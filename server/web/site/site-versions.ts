import type { SiteChanges } from '#content/site-changes.ts';
import type { App } from '#server/core/app.ts';
import { makeId } from '#server/core/database/make-id.ts';
import type { Db } from '#server/core/database/schema.ts';
import { errorMessage } from '#server/core/observability/log.ts';
import type { StaffMember } from '#server/people/staff/staff-member.ts';

/** What was published: version 0 is the content as it was built. */
export type SiteVersion = { version: number; changes: SiteChanges };

/** As the history shows it. */
export type PublishedVersion = SiteVersion & { at: number; by: string; backTo: number | null };

export type PublishOutcome = { kind: 'done'; version: number } | { kind: 'changed meanwhile' } | { kind: 'unknown version' };

/** The versions that the history shows. */
const shownVersions = 50;

/** The version that is in effect. What owners published are rows that are never changed, of which it is the last. */
export function newestVersion(app: App): Promise<SiteVersion> {
  return app.db.read(readNewest);
}

/** The newest first, each with who published it. */
export function listVersions(app: App): Promise<PublishedVersion[]> {
  return app.db.read(async (db) => {
    const rows = await db
      .selectFrom('site_versions')
      .leftJoin('staff', 'staff.id', 'site_versions.by')
      .select(['version', 'at', 'changes', 'back_to', 'staff.name'])
      .orderBy('version', 'desc')
      .limit(shownVersions)
      .execute();
    return rows.map(({ version, at, changes, back_to, name }) => ({
      version,
      at: Number(at),
      by: name ?? 'Somebody who has left',
      changes: JSON.parse(changes),
      backTo: back_to,
    }));
  });
}

/** Who has published since a version, each once. */
export function authorsSince(app: App, version: number): Promise<string[]> {
  return app.db.read(async (db) => {
    const rows = await db
      .selectFrom('site_versions')
      .innerJoin('staff', 'staff.id', 'site_versions.by')
      .select('staff.name')
      .distinct()
      .where('version', '>', version)
      .execute();
    return rows.map(({ name }) => name);
  });
}

/** `after`: the version that was in effect when its author began. What somebody else published since is not overwritten. */
export function publishVersion(app: App, staff: StaffMember, changes: SiteChanges, after: number): Promise<PublishOutcome> {
  return store(app, staff, after, async () => ({ changes, backTo: null }));
}

/** Publishes a former version again; 0 is the content as it was built. */
export function republishVersion(app: App, staff: StaffMember, to: number, after: number): Promise<PublishOutcome> {
  return store(app, staff, after, async (db) => {
    const changes = await readChanges(db, to);
    return changes && { changes, backTo: to };
  });
}

/** That of a former version, to be checked before it is published again. */
export function changesOf(app: App, version: number): Promise<SiteChanges | null> {
  return app.db.read((db) => readChanges(db, version));
}

async function readChanges(db: Db, version: number): Promise<SiteChanges | null> {
  if (version === 0) return {};
  const row = await db.selectFrom('site_versions').select('changes').where('version', '=', version).executeTakeFirst();
  return row ? JSON.parse(row.changes) : null;
}

/** Stores a version in one transaction, so that a process that is killed leaves it whole or not at all. */
function store(
  app: App,
  staff: StaffMember,
  after: number,
  read: (db: Db) => Promise<{ changes: SiteChanges; backTo: number | null } | null>,
): Promise<PublishOutcome> {
  return app.db.write(async (tx) => {
    const { version: last } = await readNewest(tx);
    if (last !== after) return { kind: 'changed meanwhile' };
    const next = await read(tx);
    if (!next) return { kind: 'unknown version' };
    const version = last + 1;
    const row = {
      id: makeId(app.now()),
      version,
      at: app.now(),
      by: staff.id,
      changes: JSON.stringify(next.changes),
      back_to: next.backTo,
    };
    // Of two that publish at once on PostgreSQL, one finds its number taken.
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('site_versions')
      .values(row)
      .onConflict((conflict) => conflict.column('version').doNothing())
      .executeTakeFirst();
    if (Number(numInsertedOrUpdatedRows) === 0) return { kind: 'changed meanwhile' };
    const action = next.backTo === null ? 'site published' : 'site put back';
    app.audit.recordIn(tx, { actor: staff, action, details: { version, to: next.backTo } });
    return { kind: 'done', version };
  });
}

/** A store that is older than this has published nothing. */
export async function readNewest(db: Db): Promise<SiteVersion> {
  const row = await db
    .selectFrom('site_versions')
    .select(['version', 'changes'])
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
    .catch((error: unknown) => {
      if (/no such table|"site_versions" does not exist/.test(errorMessage(error))) return null;
      throw error;
    });
  return row ? { version: row.version, changes: JSON.parse(row.changes) } : { version: 0, changes: {} };
}
