import type { Day } from '#content/opening-hours.ts';
import type { Question } from '#content/types.ts';
import { typedText } from '#forms/typed-text.ts';
import type { SiteInDesk, TypedSite } from '#server/site/live-site.ts';

/** The most rows that a list of the form has. */
const mostRows = 60;

/** What was typed into the form of /desk/site. A row of which nothing was typed is none. */
export function readSiteForm(given: FormData, { content, pages, services }: SiteInDesk): TypedSite {
  const text = (name: string) => typedText(String(given.get(name) ?? ''));
  const rows = <Row>(read: (row: number) => Row | null): Row[] =>
    Array.from({ length: mostRows }, (_, row) => read(row)).flatMap((row) => (row === null ? [] : [row]));

  const questions = (list: 'homeFaq' | 'faq') =>
    rows<Question>((row) => {
      const [question, answer, to] = ['question', 'answer', 'more'].map((name) => text(`${list}.${row}.${name}`));
      if (!question && !answer) return null;
      const known = content[list].find(({ more }) => more?.to === to)?.more;
      const title = pages.find(({ path }) => path === to)?.title ?? '';
      return { question: question ?? '', answer: answer ?? '', ...(to && { more: known ?? { to, label: title } }) };
    });

  const times = rows((row) => {
    const [from, to, opens, closes] = ['from', 'to', 'opens', 'closes'].map((name) => text(`times.${row}.${name}`));
    if (!opens && !closes) return null;
    // Midnight, at which a day ends.
    return { from: from as Day, to: to as Day, opens: opens ?? '', closes: closes === '00:00' ? '24:00' : (closes ?? '') };
  });

  const days = rows((row) => {
    const [from, to] = ['from', 'to'].map((name) => text(`closed.${row}.${name}`));
    return from || to ? { from: from || (to ?? ''), to: to || (from ?? '') } : null;
  });

  const shown = given.getAll('service');
  return {
    notice: text('notice'),
    helpline: text('helpline'),
    whatsapp: text('whatsapp'),
    address: text('address')
      .split('\n')
      .flatMap((line) => line.trim() || []),
    openingHours: text('open') === 'always' ? 'always' : { times, bankHolidays: given.has('bankHolidays') },
    closedDays: { bankHolidaysOf: text('bankHolidaysOf') as TypedSite['closedDays']['bankHolidaysOf'], days },
    servicesOff: services.flatMap(({ slug }) => (shown.includes(slug) ? [] : [slug])),
    homeFaq: questions('homeFaq'),
    faq: questions('faq'),
  };
}

/** The name of the field that a sentence is about, and the sentence; without a file where it is about none. */
export function fieldOf(problem: string): { field: string | null; message: string } {
  const [, field = null] = /^(?:content\/(?:site|faq|closed-days)\.ts|\/desk\/site): (?:site\.)?(\w+)/.exec(problem) ?? [];
  return { field, message: problem.replace(/^\/desk\/site: /, '') };
}
