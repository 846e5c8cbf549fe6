import type { ReportChoice as Choice, Grouping } from '#server/claims/sla/sla-report.ts';
import type { Figure } from '#server/claims/sla/tally.ts';

/** The limit is the same for all lists. */
type ReportChoice = Omit<Choice, 'limit'>;

/** By what the report can be grouped, in the order of its tabs. */
export const groupingTitles: Record<Grouping, string> = {
  week: 'Week',
  handler: 'Handler',
  hour: 'Hour of day',
  form: 'Form',
};

export const columnTitles: Record<Figure, string> = {
  total: 'All',
  met: 'In time',
  missed: 'Too late',
  notContacted: 'No contact',
  late: 'Late now',
  open: 'Open',
  withdrawn: 'Withdrawn',
  closedWithout: 'Closed without contact',
};

/** How many claims a page of a list behind a figure has. */
export const reportListSize = 100;

export function groupingOf(parameters: URLSearchParams): Grouping {
  const by = parameters.get('by') ?? '';
  return Object.hasOwn(groupingTitles, by) ? (by as Grouping) : 'week';
}

/** The address of a page of the list behind a figure. */
export function listPath({ target, figure, by, key, page = 1 }: Omit<ReportChoice, 'page'> & { page?: number }): string {
  const query = new URLSearchParams({ target, figure, by });
  if (key !== null) query.set('key', key);
  if (page > 1) query.set('page', String(page));
  return `/desk/responses/list?${query}`;
}

/** What such an address asks for; null where it names no figure. */
export function choiceIn(parameters: URLSearchParams): ReportChoice | null {
  const figure = parameters.get('figure') ?? '';
  if (!Object.hasOwn(columnTitles, figure)) return null;
  return {
    target: parameters.get('target') ?? '',
    figure: figure as Figure,
    by: groupingOf(parameters),
    key: parameters.get('key'),
    page: Math.max(1, Math.trunc(Number(parameters.get('page'))) || 1),
  };
}
