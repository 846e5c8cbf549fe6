import type { App } from '#server/core/app.ts';
import { needsOf } from '#server/people/staff/gate.ts';
import { addPartner, endPartner, listPartners, readPartnerCard, renamePartner } from './partners.ts';
import { exportSources, readSourceReport } from './source-report.ts';

/** Where claims come from, as staff see it, and who sends people to us, as owners manage it. */
export function deskSources(app: App) {
  const needs = needsOf(app);
  return {
    report: needs('see response times', readSourceReport),
    file: needs('export list', exportSources),
    partners: needs('manage partners', listPartners),
    card: needs('manage partners', readPartnerCard),
    add: needs('manage partners', addPartner),
    rename: needs('manage partners', renamePartner),
    end: needs('manage partners', endPartner),
  };
}
