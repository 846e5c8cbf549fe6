import type { Audit } from '#server/audit/audit.ts';
import type { Database } from '#server/database/database.ts';
import type { Needs } from '#server/staff/gate.ts';
import { createPartners } from './partners.ts';
import { createSourceReports } from './source-report.ts';

/** Where claims come from, as staff see it, and who sends people to us, as owners manage it. */
export function createDeskSources(services: {
  database: Database;
  audit: Audit;
  siteUrl: string;
  now: () => number;
  needs: Needs;
}) {
  const { needs } = services;
  const reports = createSourceReports(services);
  const partners = createPartners(services);
  return {
    report: needs('see response times', reports.read),
    csv: needs('export list', reports.csv),
    partners: needs('manage partners', partners.list),
    card: needs('manage partners', partners.card),
    add: needs('manage partners', partners.add),
    rename: needs('manage partners', partners.rename),
    end: needs('manage partners', partners.end),
  };
}
