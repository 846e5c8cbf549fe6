import { type App, bind } from '#server/core/app.ts';
import { needsOf } from '#server/staff/gate.ts';
import { addPartner, endPartner, listPartners, readPartnerCard, renamePartner } from './partners.ts';
import { exportSources, readSourceReport } from './source-report.ts';

/** Where claims come from, as staff see it, and who sends people to us, as owners manage it. */
export function deskSources(app: App) {
  const needs = needsOf(app);
  const partners = bind(app, { readPartnerCard, addPartner, renamePartner, endPartner });
  return {
    report: needs('see response times', () => readSourceReport(app)),
    csv: needs('export list', (staff) => exportSources(app, staff)),
    partners: needs('manage partners', () => listPartners(app)),
    card: needs('manage partners', partners.readPartnerCard),
    add: needs('manage partners', partners.addPartner),
    rename: needs('manage partners', partners.renamePartner),
    end: needs('manage partners', partners.endPartner),
  };
}
