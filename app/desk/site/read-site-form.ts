import type { Day } from '#content/opening-hours.ts';
import type { ListedQuestion } from '#content/site-changes.ts';
import { plainText } from '#forms/marked-languages.ts';
import { typedText, withoutInvisible } from '#forms/typed-text.ts';
import type { SiteInDesk } from '#server/web/site/edit-site.ts';
import type { PostedSite, TypedSite } from '#server/web/site/typed-site.ts';

/**
 * What was typed into the form of /desk/site, in the browser as well, which keeps drafts as they would be posted. A row of which nothing was
 * typed is none.
 */
export function readSiteForm(given: FormData, { typed: shown, pages }: SiteInDesk): PostedSite {
  const base = readBase(given.get('base'));
  const text = (name: string) => typedText(withoutInvisible(String(given.get(name) ?? '')));
  const rows = <Row>(name: (row: number) => string, read: (row: number) => Row | null): Row[] => {
    const found: Row[] = [];
    for (let row = 0; given.has(name(row)); row += 1) found.push(...[read(row)].flatMap((one) => one ?? []));
    return found;
  };

  const questions = (list: 'homeFaq' | 'faq') => {
    const before: Partial<ListedQuestion>[] = Array.isArray(base[list]) ? base[list] : [];
    const placed = rows<{ place: number; one: ListedQuestion }>(
      (row) => `${list}.${row}.question`,
      (row) => {
        const [question = '', answer = '', to = ''] = ['question', 'answer', 'more'].map((name) =>
          text(`${list}.${row}.${name}`),
        );
        if (!question && !answer) return null;
        const same = before.find((one) => one?.question === question && one.answer === answer && (one.more?.to ?? '') === to);
        const known = [...before, ...shown[list]].find((one) => one?.more?.to === to)?.more;
        const label = known?.label ?? pages.find(({ path }) => path === to)?.title ?? '';
        const one = { question, answer, ...(to && { more: { to, label } }), ...(same?.asBuilt && { asBuilt: true as const }) };
        return { place: placeOf(text(`${list}.${row}.place`), row + 1), one };
      },
    );
    return placed.toSorted((one, other) => one.place - other.place).map(({ one }) => one);
  };

  const times = rows(
    (row) => `times.${row}.opens`,
    (row) => {
      const [from, to, opens, closes] = ['from', 'to', 'opens', 'closes'].map((name) => text(`times.${row}.${name}`));
      if (!opens && !closes) return null;
      // Midnight, at which a day ends.
      return { from: from as Day, to: to as Day, opens: opens ?? '', closes: closes === '00:00' ? '24:00' : (closes ?? '') };
    },
  );

  const days = rows(
    (row) => `closed.${row}.from`,
    (row) => {
      const [from, to] = ['from', 'to'].map((name) => text(`closed.${row}.${name}`));
      return from || to ? { from: from || (to ?? ''), to: to || (from ?? '') } : null;
    },
  );

  // A service that came with a release since the form was made is not switched off by it.
  const [asked, chosen] = [given.getAll('asked').map(String), given.getAll('service').map(String)];
  const typed: TypedSite = {
    notice: text('notice'),
    helpline: text('helpline'),
    whatsapp: text('whatsapp'),
    address: text('address')
      .split('\n')
      .flatMap((line) => line.trim() || []),
    openingHours: text('open') === 'always' ? 'always' : { times, bankHolidays: given.has('bankHolidays') },
    closedDays: { bankHolidaysOf: text('bankHolidaysOf') as TypedSite['closedDays']['bankHolidaysOf'], days },
    servicesOff: [
      ...asked.filter((slug) => !chosen.includes(slug)),
      ...shown.servicesOff.filter((slug) => !asked.includes(slug)),
    ],
    homeFaq: questions('homeFaq'),
    faq: questions('faq'),
  };
  return { typed, base, after: numberOf(given.get('after')) };
}

/** Of the version that a form names; -1 for what is none. */
export function numberOf(posted: FormDataEntryValue | null): number {
  return typeof posted === 'string' && /^\d{1,9}$/.test(posted) ? Number(posted) : -1;
}

function readBase(posted: FormDataEntryValue | null): PostedSite['base'] {
  try {
    const base: unknown = JSON.parse(String(posted));
    return typeof base === 'object' && base !== null ? { ...base } : {};
  } catch {
    return {};
  }
}

/** One that is moved goes before the one that had its place if it moves up, otherwise after it. */
function placeOf(typed: string, before: number): number {
  const place = /^\d{1,3}$/.test(typed) ? Number(typed) : before;
  return place + Math.sign(place - before) / 2;
}

/**
 * The name of the field that a sentence is about, or of the question in it, as `faq.2`, and the sentence without what names a file; without a
 * field where it is about none.
 */
export function fieldOf(problem: string, typed: Pick<TypedSite, 'homeFaq' | 'faq'>): { field: string | null; message: string } {
  const sentence = /^(?:content\/(?:site|faq|closed-days)\.ts|\/desk\/site): (?:site\.)?((\w+)(?:\[(\d+)\]\.?)?\s*(.*))$/s;
  const [, message = problem, field = null, row, rest = ''] = sentence.exec(problem) ?? [];
  if (problem.startsWith('content/closed-days.ts: ')) return { field: 'closedDays', message };
  if (row === undefined || (field !== 'faq' && field !== 'homeFaq')) return { field, message };
  const name = plainText(typed[field][Number(row)]?.question ?? '') || `Question ${Number(row) + 1}`;
  return { field: `${field}.${row}`, message: `“${name}”: ${rest}` };
}
