import type { App } from '#server/core/app.ts';
import { nameIn } from '#server/core/audit/audit-trail.ts';
import { staffNames } from '#server/core/audit/names.ts';
import type { StaffMember } from '#server/people/staff/staff-member.ts';
import { type ListFormat, writeList } from '../inbox/list-file.ts';
import type { InboxRow } from '../view/submission-reader.ts';
import * as submissions from '../view/submission-reader.ts';
import {
  type Grouping,
  type LateClaim,
  type ReportChoice,
  readReportList,
  readSlaReport,
  type TargetReport,
} from './sla-report.ts';
import { figures, type Tally } from './tally.ts';

/** A report with the names of handlers and of those who wait. `title`: of a group that its key does not name, a member of staff. */
export type NamedReport = {
  by: Grouping;
  targets: (Omit<TargetReport, 'groups'> & { groups: (TargetReport['groups'][number] & { title: string })[] })[];
  late: (LateClaim & { name: string; reference: string; form: string })[];
  lateCount: number;
};

/** The report of response times as its page, the lists behind its figures, and its file read it. */
export async function readReport(app: App, _: StaffMember, by: Grouping = 'week'): Promise<NamedReport> {
  const { targets, late, lateCount } = await readSlaReport(app.db, app.now(), by);
  const handlers = by === 'handler' ? targets.flatMap(({ groups }) => groups.map(({ key }) => key)) : [];
  const names = await staffNames(app, [...new Set(handlers)]);
  const titleOf = (key: string) => (by !== 'handler' ? key : key === 'nobody' ? 'Nobody' : nameIn(names, key));
  const rows = new Map(
    (
      await inboxRowsOf(
        app,
        late.map(({ id }) => id),
      )
    ).map((row) => [row.id, row]),
  );
  return {
    by,
    targets: targets.map((target) => ({
      ...target,
      groups: target.groups.map((group) => ({ ...group, title: titleOf(group.key) })),
    })),
    late: late.flatMap((claim) => {
      const row = rows.get(claim.id);
      return row ? [{ ...claim, name: row.name, reference: row.reference, form: row.form }] : [];
    }),
    lateCount,
  };
}

async function inboxRowsOf(app: App, ids: string[]): Promise<InboxRow[]> {
  return submissions.inboxRows(app, await submissions.rows(app, [...new Set(ids)]));
}

export async function readReportRows(
  app: App,
  _: StaffMember,
  choice: ReportChoice,
): Promise<{ rows: InboxRow[]; total: number; page: number }> {
  const { ids, ...counts } = await readReportList(app.db, app.now(), choice);
  const rows = new Map((await inboxRowsOf(app, ids)).map((row) => [row.id, row]));
  return { rows: ids.flatMap((id) => rows.get(id) ?? []), ...counts };
}

/** The whole report as a file; weeks and hours are those of London, times are minutes. */
export async function exportReport(app: App, staff: StaffMember, by: Grouping, format: ListFormat) {
  const { targets } = await readReport(app, staff, by);
  await app.audit.record({ actor: staff, action: 'list exported', details: { filter: `response times by ${by}` } });
  const lines = targets.flatMap(({ id, groups }) =>
    groups.map(({ title, tally }) => [id, title, ...figures.map((figure) => tally[figure]), ...timesOf(tally)]),
  );
  const head = ['Target', titles[by], ...figures.map((figure) => figureTitles[figure])];
  const titlesOfAll = [...head, 'Median minutes', '9 of 10 within minutes', 'Attempts until contact'];
  return writeList({ columns: titlesOfAll.map((title) => ({ title })), pages: [lines] }, format);
}

const titles: Record<Grouping, string> = {
  week: 'Week (London)',
  handler: 'Handler',
  hour: 'Hour it came (London)',
  form: 'Form',
};

const figureTitles: Record<(typeof figures)[number], string> = {
  total: 'All',
  met: 'Kept',
  missed: 'Missed',
  notContacted: 'Still without contact',
  late: 'Late now',
  open: 'Open',
  withdrawn: 'Withdrawn',
  closedWithout: 'Closed without contact',
};

function timesOf({ medianMs, ninetiethMs, attempts }: Tally): (string | number)[] {
  const minutes = (ms: Tally['medianMs']) => (ms === null ? '' : ms === 'not contacted' ? ms : Math.round(ms / 60_000));
  return [minutes(medianMs), minutes(ninetiethMs), attempts === null ? '' : attempts.toFixed(1)];
}
