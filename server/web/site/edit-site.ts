import { closedDays } from '#content/closed-days.ts';
import { pages } from '#content/every-page.ts';
import { faq, homeFaq } from '#content/faq.ts';
import { site } from '#content/site.ts';
import { applyChanges, type ListedQuestion, type SiteChanges, withChanges } from '#content/site-changes.ts';
import type { Question } from '#content/types.ts';
import { writtenPages } from '#content/written-pages.ts';
import { type FieldWords, fieldWords, international } from '#content-rules/shapes.ts';
import type { App } from '#server/core/app.ts';
import type { DatabaseLocation } from '#server/core/database/database.ts';
import { expectNotMoved } from '#server/core/database/moved-away.ts';
import { openReadOnly } from '#server/core/database/open.ts';
import { bodyLimitBytes } from '#server/core/http/request-body.ts';
import type { StaffMember } from '#server/people/staff/staff-member.ts';
import { malformed, pagePaths, siteProblems } from './check-site.ts';
import { showNewest, siteRefusal } from './live-site.ts';
import {
  authorsSince,
  changesOf,
  listVersions,
  newestVersion,
  type PublishedVersion,
  type PublishOutcome,
  publishVersion,
  readNewest,
  republishVersion,
} from './site-versions.ts';
import { type MergedSite, mergeTyped, type PostedSite, type SiteContent, same, type TypedSite, typedOf } from './typed-site.ts';

export type PublishSite =
  | { kind: 'refused'; problems: string[] }
  /** Nothing is stored: somebody has published since, or a release came. `by`: who. */
  | { kind: 'merged'; merged: MergedSite; by: string[] }
  | PublishOutcome;

export type SiteInDesk = {
  version: number;
  /** What the site says now, as a form has it. */
  typed: TypedSite;
  /** What a form calls each field, by its path, and says about it. */
  words: Record<string, FieldWords>;
  services: { slug: string; title: string }[];
  /** Where an answer may lead. */
  pages: { path: string; title: string }[];
  history: PublishedVersion[];
  refusal: string | null;
};

/** What owners are shown at the desk. */
export async function readSite(app: App): Promise<SiteInDesk> {
  const { version, changes } = await newestVersion(app);
  const typed = typedOf(contentWith(changes));
  return { version, typed, ...askedFor(), history: await listVersions(app), refusal: siteRefusal(app) };
}

export async function publishSite(app: App, staff: StaffMember, posted: PostedSite): Promise<PublishSite> {
  const { version, changes: published } = await newestVersion(app);
  const merged = mergeTyped(posted, typedOf(contentWith(published)));
  if (merged.theirs.length + merged.both.length > 0) {
    const typed = { ...merged.typed, ...withTextsOfFiles(merged.typed, published) };
    return { kind: 'merged', merged: { ...merged, typed }, by: await authorsSince(app, posted.after) };
  }
  const { changes, problems } = checkSite(posted.typed);
  if (problems.length > 0) return { kind: 'refused', problems };
  // Pressed twice, or with nothing changed.
  if (same(changes, published) && siteRefusal(app) === null) return shown(app, { kind: 'done', version });
  const outcome = await publishVersion(app, staff, changes, version);
  return outcome.kind === 'changed meanwhile' ? publishSite(app, staff, posted) : shown(app, outcome);
}

/** Publishes a former version again. `after`: the version that was in effect when its author asked for it. */
export async function putSiteBack(app: App, staff: StaffMember, to: number, after: number): Promise<PublishSite> {
  const changes = await changesOf(app, to);
  const problems = changes ? siteProblems(changes) : [];
  if (problems.length > 0) return { kind: 'refused', problems };
  const outcome = await republishVersion(app, staff, to, after);
  const { version, changes: published } = await newestVersion(app);
  const isThere = outcome.kind === 'changed meanwhile' && changes && same(changes, published);
  // Pressed twice.
  return shown(app, isThere ? { kind: 'done', version } : outcome);
}

async function shown(app: App, outcome: PublishOutcome): Promise<PublishSite> {
  if (outcome.kind === 'done') await showNewest(app);
  return outcome;
}

/** What it would change, and what the rules say about that: nothing is stored. */
export function checkSite(typed: TypedSite): { changes: SiteChanges; problems: string[] } {
  const changes = changesFrom(typed);
  return { changes, problems: [...siteProblems(changes), ...sizeProblems(typed)] };
}

/** The form has everything twice, as it was and as it is typed: one that is longer than what is read could never be published again. */
export function sizeProblems(typed: TypedSite): string[] {
  const isLong = 2 * encodeURIComponent(JSON.stringify(typed)).length > 0.95 * bodyLimitBytes;
  return isLong ? ['/desk/site: everything together is too long for one form. Shorten the answers, or take out questions.'] : [];
}

/**
 * Puts what a store has published into effect in this process, for an export; says why where the rules refuse it. A store that is not there,
 * or is older than this, has published nothing.
 */
export async function showPublished(location: DatabaseLocation): Promise<string | null> {
  const store = openReadOnly(location);
  if (!store) return null;
  try {
    await expectNotMoved(store);
    const { version, changes } = await store.read(readNewest);
    const problems = siteProblems(changes);
    if (problems.length > 0) return `Version ${version} of the site is not exported: ${problems.join(' ')}`;
    applyChanges(changes);
    return null;
  } finally {
    await store.close();
  }
}

/**
 * The content with what was published, as owners are asked for it. A value of a shape that this release does not know, as an earlier or
 * later one may have stored it, is left out, so that its owner can publish another.
 */
function contentWith(published: SiteChanges): SiteContent {
  const entries = Object.entries(published).filter(([name, value]) => malformed({ [name]: value }).length === 0);
  const changes: SiteChanges = Object.fromEntries(entries);
  const built = withChanges({}, () => {
    const { helpline, whatsapp, address, openingHours } = site;
    const lists = { homeFaq: homeFaq.map(asBuilt), faq: faq.map(asBuilt) };
    return structuredClone({
      helpline,
      whatsapp,
      address: [...address],
      openingHours,
      closedDays,
      ...lists,
      notice: '',
      servicesOff: [],
    });
  });
  const content = { ...built, ...changes };
  return { ...content, ...withTextsOfFiles(content, changes) };
}

/** Questions that were left as the files have them, with the texts that they have while `changes` are shown. */
function withTextsOfFiles(
  lists: Pick<SiteContent, 'homeFaq' | 'faq'>,
  changes: SiteChanges,
): Pick<SiteContent, 'homeFaq' | 'faq'> {
  const others = { ...changes, servicesOff: [], homeFaq: undefined, faq: undefined };
  const follow = (list: ListedQuestion[], built: Question[]) =>
    list.map((one) => (one.asBuilt ? asBuilt(built.find(({ question }) => question === one.question) ?? one) : one));
  return withChanges(others as SiteChanges, () => ({ homeFaq: follow(lists.homeFaq, homeFaq), faq: follow(lists.faq, faq) }));
}

function asBuilt(question: Question): ListedQuestion {
  return { ...question, asBuilt: true };
}

/** What a form needs to ask for it: the words of its fields, and what there is to choose from. */
function askedFor(): Pick<SiteInDesk, 'words' | 'services' | 'pages'> {
  return withChanges({}, () => {
    const titles = new Map([
      ...Object.values(pages).map(({ path, heading }) => [path, heading] as const),
      ...Object.values(writtenPages).map(({ href, title }) => [href, title] as const),
    ]);
    const paths = pagePaths();
    return {
      words: fieldWords(),
      services: paths.flatMap((path) => {
        const [, slug] = /^\/services\/(.+)/.exec(path) ?? [];
        return slug ? [{ slug, title: titles.get(path) ?? slug }] : [];
      }),
      pages: paths.map((path) => ({ path, title: titles.get(path) ?? path })),
    };
  });
}

/** What differs from the files. A link of WhatsApp keeps the text that it begins a message with, while its number is the same. */
function changesFrom({ helpline, whatsapp, ...typed }: TypedSite): SiteChanges {
  const built = contentWith({});
  const number = international(whatsapp).slice(1);
  const content: SiteContent = {
    ...typed,
    helpline: { display: helpline, tel: international(helpline) },
    whatsapp: whatsapp === built.whatsapp.display ? built.whatsapp : { display: whatsapp, href: `https://wa.me/${number}` },
  };
  const names = (Object.keys(content) as (keyof SiteContent)[]).filter((name) => !same(content[name], built[name]));
  return Object.fromEntries(names.map((name) => [name, content[name]]));
}
