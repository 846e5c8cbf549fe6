import type { ClosedDays, OpeningHours } from './opening-hours.ts';
import type { Question } from './types.ts';

/**
 * `asBuilt`: the owner left it as the files have it. It follows them from then on, and the numbers and hours in it.
 */
export type ListedQuestion = Question & { asBuilt?: true };

/** What an owner has published at /desk/site, over what the files say. What is not here is as the files have it. */
export type SiteChanges = {
  helpline?: { display: string; tel: string };
  whatsapp?: { display: string; href: string };
  address?: string[];
  openingHours?: OpeningHours;
  closedDays?: ClosedDays;
  homeFaq?: ListedQuestion[];
  faq?: ListedQuestion[];
  /** A sentence above every public page. */
  notice?: string;
  /** Services without a page, by the names of their files. */
  servicesOff?: string[];
};

const ofSite = ['helpline', 'whatsapp', 'address', 'openingHours'] as const;

let changes: SiteChanges = {};

const evaluations: (() => void)[] = [];

/**
 * Sets what a module of the content exports, now and after each change: build-tools/evaluate-again.ts writes the calls, so that texts that
 * contain a phone number, or follow from the hours, need not be functions. On the server only.
 */
export function evaluate(set: () => void): void {
  evaluations.push(set);
  set();
}

/** The value of an export, with what was changed of it. */
export function changed(file: string, name: string, value: unknown): unknown {
  if (file === 'content/site.ts' && name === 'site') return { ...(value as object), ...pick(ofSite) };
  if (file === 'content/closed-days.ts' && name === 'closedDays') return changes.closedDays ?? value;
  if (file === 'content/faq.ts' && (name === 'faq' || name === 'homeFaq'))
    return questionsOf(changes[name], value as Question[]).map(linkedToPages);
  return value;
}

export function currentChanges(): SiteChanges {
  return changes;
}

export function currentNotice(): string | null {
  return changes.notice ?? null;
}

/** Whether this is no page of a service that is switched off. */
export function isOn(href: string): boolean {
  return !changes.servicesOff?.some((slug) => href === `/services/${slug}`);
}

/** Puts changes in the place of those before. Where the content cannot be evaluated with them, those before stay. */
export function applyChanges(next: SiteChanges): void {
  const before = changes;
  try {
    evaluateWith(next);
  } catch (error) {
    evaluateWith(before);
    throw error;
  }
}

/** What `read` returns while others are in effect. It is synchronous, so that nobody else sees them. */
export function withChanges<Value>(other: SiteChanges, read: () => Value extends PromiseLike<unknown> ? never : Value): Value {
  const before = changes;
  try {
    evaluateWith(other);
    return read();
  } finally {
    evaluateWith(before);
  }
}

/** A page of a service or guide without links to services that are switched off: their words stay. */
export function withoutLinksToOff<Page>(page: Page): Page {
  if (!changes.servicesOff?.length) return page;
  return JSON.parse(JSON.stringify(page), (_, value) => {
    if (Array.isArray(value)) return value.filter((item) => typeof item?.href !== 'string' || isOn(item.href));
    if (typeof value !== 'string') return value;
    return value.replace(/<a href="([^"]+)">(.*?)<\/a>/gs, (link, href, words) => (isOn(href) ? link : words));
  });
}

function evaluateWith(next: SiteChanges): void {
  changes = next;
  for (const set of evaluations) set();
}

function pick(names: readonly (keyof SiteChanges)[]): Partial<SiteChanges> {
  return Object.fromEntries(names.flatMap((name) => (changes[name] === undefined ? [] : [[name, changes[name]]])));
}

/** One that the files have no more stays as it was published. */
function questionsOf(listed: ListedQuestion[] | undefined, built: Question[]): Question[] {
  if (!listed) return built;
  return listed.map(({ asBuilt, ...one }) => (asBuilt && built.find(({ question }) => question === one.question)) || one);
}

function linkedToPages({ more, ...question }: Question): Question {
  return more && isOn(more.to) ? { ...question, more } : question;
}
