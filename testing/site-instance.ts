import type { SiteChanges } from '#content/site-changes.ts';
import { createAudit } from '#server/audit/audit.ts';
import type { Database } from '#server/database/database.ts';
import { createLog } from '#server/observability/log.ts';
import { siteProblems } from '#server/site/check-site.ts';
import { createLiveSite } from '#server/site/live-site.ts';
import { createSiteVersions } from '#server/site/site-versions.ts';

export const silent = createLog({ level: 'error', write: () => {} });
const now = () => Date.parse('2026-11-20T14:05:00Z');

/** What owners publish on this store. */
export function versionsOf(database: Database) {
  return createSiteVersions({ database, audit: createAudit({ database, now }), now });
}

/** An instance beside others in this process: what it shows is kept apart. */
export function instanceOn(database: Database, clock?: () => number) {
  const shown: SiteChanges[] = [];
  const pages: string[] = [];
  const { newest } = versionsOf(database);
  const apply = (changes: SiteChanges) => void shown.push(changes);
  const live = createLiveSite({ newest, log: silent, apply, problemsOf: siteProblems, ...(clock && { clock }) });
  const renew = async () => void pages.push(shown.at(-1)?.notice ?? 'as built');
  return { live, renew, pages, shown };
}
