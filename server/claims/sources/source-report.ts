import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { foundUs } from '#content/found-us.ts';
import { forms } from '#forms/forms.ts';
import type { App } from '#server/core/app.ts';
import type { Database } from '#server/core/database/database.ts';
import { indexedBy } from '#server/core/database/engine.ts';
import type { StaffMember } from '#server/people/staff/staff-member.ts';
import { type ListFormat, writeList } from '../inbox/list-file.ts';
import { lastWeeks } from '../sla/london-weeks.ts';

/** A year, from Monday to Monday. */
const weeksShown = 53;
const pageSize = 5_000;

/** Names in links that are counted one by one: anybody can make up as many as they like. */
const namesShown = 20;

/** No name in a link begins with a bracket, so that none is taken for this line. */
const allOthers = '(all other names)';

/** What is known of where a claim comes from: that of a partner counts before a name in a link, and that before an answer. */
export type SourceKind = 'partner' | 'link' | 'answer' | 'unknown';

/** `counts`: claims by week, in the order of `weeks`. */
export type SourceLine = { kind: SourceKind; name: string; total: number; counts: number[] };

/** `weeks`: oldest first, each with its Monday. `otherNames`: how many names in links are counted together. */
export type SourceReport = { weeks: { name: string; from: number }[]; lines: SourceLine[]; otherNames: number };

/** The report as a file. */
export async function exportSources(app: App, staff: StaffMember, format: ListFormat) {
  const { weeks, lines } = await readSourceReport(app);
  await app.audit.record({ actor: staff, action: 'list exported', details: { filter: 'sources by week' } });
  const rows = weeks.flatMap((week, index) =>
    lines.flatMap(({ kind, name, counts }) => (counts[index] ? [[week.name, kindTitles[kind], name, counts[index]]] : [])),
  );
  const columns = ['Week (London)', 'Known by', 'Source', 'Claims'].map((title) => ({ title }));
  return writeList({ columns, pages: [rows] }, format);
}

const kindTitles: Record<SourceKind, string> = {
  partner: 'Link of a partner',
  link: 'Name in a link',
  answer: 'Answer',
  unknown: 'Nothing',
};

/** What is counted, by what it is known by: the id of a partner, a name, or the value of an answer. */
type Source = { kind: SourceKind; key: string; total: number };

/** Claims of the last year by week and source. */
export async function readSourceReport({ db, now }: App): Promise<SourceReport> {
  const at = now();
  const weeks = lastWeeks(at, weeksShown);
  const sources = new Map<string, Source>();
  // With the week of each claim, so that of names without number only those that are shown get counts.
  const claims: { source: Source; week: number }[] = [];
  let week = 0;
  for await (const rows of sourceRows(db, weeks[0]?.from ?? at))
    for (const row of rows) {
      // Rows come in the order of their time, so that weeks are gone through once.
      while (week < weeks.length - 1 && row.createdAt >= (weeks[week]?.until ?? 0)) week += 1;
      const { kind, key } = keyOf(row);
      const id = `${kind} ${key.toLowerCase()}`;
      const source = sources.get(id) ?? { kind, key, total: 0 };
      sources.set(id, source);
      source.total += 1;
      claims.push({ source, week });
    }
  const { lines, lineOf, otherNames } = linesOf([...sources.values()], await readPartnerNames(db));
  for (const line of lines) line.counts = weeks.map(() => 0);
  for (const { source, week } of claims) {
    const line = lineOf(source);
    line.total += 1;
    line.counts[week] = (line.counts[week] ?? 0) + 1;
  }
  return { weeks: weeks.map(({ name, from }) => ({ name, from })), lines, otherNames };
}

type SourceRow = { id: string; createdAt: number; partnerId: string | null; via: string | null; foundBy: string | null };

/** Claims since a time, oldest first, in pages. Those in quarantine and those merged into others are left out. */
async function* sourceRows({ read, engine }: Database, since: number): AsyncGenerator<SourceRow[]> {
  const names = sql.join(forms.filter(({ isClaim }) => isClaim).map(({ name }) => name));
  let from = { createdAt: since, id: '' };
  for (;;) {
    const { rows } = await read((db) =>
      sql<SourceRow>`
        select id, created_at as "createdAt", partner_id as "partnerId", via, found_by as "foundBy"
        from form_submissions ${indexedBy(engine, 'form_submissions_sources')}
        where quarantined_at is null and merged_into is null and form_name in (${names})
          and created_at >= ${from.createdAt} and (created_at > ${from.createdAt} or id > ${from.id})
        order by created_at, id limit ${sql.lit(pageSize)}`.execute(db),
    );
    yield rows.map((row) => ({ ...row, createdAt: Number(row.createdAt) }));
    const last = rows.at(-1);
    if (rows.length < pageSize || !last) return;
    from = { createdAt: Number(last.createdAt), id: last.id };
    await setImmediate();
  }
}

function keyOf({ partnerId, via, foundBy }: SourceRow): { kind: SourceKind; key: string } {
  if (partnerId !== null) return { kind: 'partner', key: partnerId };
  if (via !== null) return { kind: 'link', key: via };
  return foundBy === null ? { kind: 'unknown', key: '' } : { kind: 'answer', key: foundBy };
}

/** By the id of each partner. Two of one name are told apart by their codes. */
async function readPartnerNames({ read }: Database): Promise<Map<string, string>> {
  const partners = await read((db) => db.selectFrom('partners').select(['id', 'name', 'code']).execute());
  const byName = Map.groupBy(partners, ({ name }) => name);
  return new Map(partners.map(({ id, name, code }) => [id, byName.get(name)?.length === 1 ? name : `${name} (${code})`]));
}

/** A line for each source, the largest of each kind first, and one for all names that come after the first ones. */
function linesOf(sources: Source[], partners: Map<string, string>) {
  const nameOf: Record<SourceKind, (key: string) => string> = {
    partner: (id) => partners.get(id) ?? 'A partner',
    link: (name) => name,
    answer: (value) => foundUs.options.find((option) => option.value === value)?.label ?? value,
    unknown: () => 'Not known',
  };
  const others: SourceLine = { kind: 'link', name: allOthers, total: 0, counts: [] };
  const shown = new Map<Source, SourceLine>();
  const lines: SourceLine[] = [];
  let otherNames = 0;
  for (const kind of Object.keys(nameOf) as SourceKind[]) {
    const ofKind = sources.filter((source) => source.kind === kind).toSorted(largestFirst);
    const listed = kind === 'link' ? ofKind.slice(0, namesShown) : ofKind;
    for (const source of listed) shown.set(source, { kind, name: nameOf[kind](source.key), total: 0, counts: [] });
    lines.push(...listed.flatMap((source) => shown.get(source) ?? []));
    if (ofKind.length > listed.length) {
      otherNames = ofKind.length - listed.length;
      lines.push(others);
    }
  }
  return { lines, otherNames, lineOf: (source: Source) => shown.get(source) ?? others };
}

/** Of the same size by their codes, because there may be a hundred thousand of them. */
function largestFirst(a: Source, b: Source): number {
  return b.total - a.total || (a.key < b.key ? -1 : 1);
}
