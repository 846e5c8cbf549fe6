import { callingHours } from '#content/calling-hours.ts';
import { closedDays } from '#content/closed-days.ts';
import { pages } from '#content/every-page.ts';
import { faq, homeFaq } from '#content/faq.ts';
import { closedDaysText } from '#content/opening-hours.ts';
import { site } from '#content/site.ts';
import { applyChanges, type ListedQuestion, type SiteChanges, withChanges } from '#content/site-changes.ts';
import type { Question } from '#content/types.ts';
import { writtenPages } from '#content/written-pages.ts';
import { fieldWords, international } from '#content-rules/shapes.ts';
import { londonIsoDate } from '#forms/london-day.ts';
import type { Audit } from './audit/audit.ts';
import type { Database, DatabaseLocation } from './database/database.ts';
import { openReadOnly } from './database/open.ts';
import { bodyLimitBytes } from './http/request-body.ts';
import type { Log } from './observability/log.ts';
import { malformed, pagePaths, siteProblems } from './site/check-site.ts';
import { createLiveSite, type LiveSiteInDesk, type PublishSite, type SiteInDesk } from './site/live-site.ts';
import { createSiteVersions, type PublishOutcome, readNewest } from './site/site-versions.ts';
import { mergeTyped, type SiteContent, same, type TypedSite, typedOf } from './site/typed-site.ts';

/** What owners change of the site without a build: its versions, and the content of this process that follows the newest. */
export function openSite(services: { database: Database; audit: Audit; log: Log; now: () => number }) {
  const versions = createSiteVersions(services);
  const ofToday = () => {
    const at = services.now();
    return `${new Date(at).getFullYear()} ${closedDaysText(callingHours, londonIsoDate(at))}`;
  };
  const live = createLiveSite({ ...services, newest: versions.newest, problemsOf: siteProblems, ofToday });

  async function shown(outcome: PublishOutcome): Promise<PublishSite> {
    if (outcome.kind === 'done') await live.look();
    return outcome;
  }

  const publish: LiveSiteInDesk['publish'] = async (staff, posted) => {
    const { version, changes: published } = await versions.newest();
    const merged = mergeTyped(posted, typedOf(contentWith(published)));
    if (merged.theirs.length + merged.both.length > 0) {
      const typed = { ...merged.typed, ...withTextsOfFiles(merged.typed, published) };
      return { kind: 'merged', merged: { ...merged, typed }, by: await versions.authorsSince(posted.after) };
    }
    const { changes, problems } = checked(posted.typed);
    if (problems.length > 0) return { kind: 'refused', problems };
    // Pressed twice, or with nothing changed.
    if (same(changes, published) && live.refusal() === null) return shown({ kind: 'done', version });
    const outcome = await versions.publish(staff, changes, version);
    return outcome.kind === 'changed meanwhile' ? publish(staff, posted) : shown(outcome);
  };

  const forDesk: LiveSiteInDesk = {
    read: async () => {
      const { version, changes } = await versions.newest();
      const typed = typedOf(contentWith(changes));
      return { version, typed, ...askedFor(), history: await versions.list(), refusal: live.refusal() };
    },
    check: async (_, typed) => checked(typed),
    publish,
    goBack: async (staff, to, after) => {
      const changes = await versions.changesOf(to);
      const problems = changes ? siteProblems(changes) : [];
      if (problems.length > 0) return { kind: 'refused', problems };
      const outcome = await versions.goBack(staff, to, after);
      const { version, changes: published } = await versions.newest();
      const isThere = outcome.kind === 'changed meanwhile' && changes && same(changes, published);
      // Pressed twice.
      return shown(isThere ? { kind: 'done', version } : outcome);
    },
  };
  return { ...live, forDesk };
}

/** What it would change, and what the rules say about that. */
function checked(typed: TypedSite): { changes: SiteChanges; problems: string[] } {
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
