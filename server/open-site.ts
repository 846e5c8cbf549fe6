import { closedDays } from '#content/closed-days.ts';
import { faq, homeFaq } from '#content/faq.ts';
import { pages } from '#content/pages.ts';
import { site } from '#content/site.ts';
import { applyChanges, type SiteChanges, withChanges } from '#content/site-changes.ts';
import { writtenPages } from '#content/written-pages.ts';
import { fieldMeta, international } from '../build-tools/content-shapes.ts';
import type { Audit } from './audit/audit.ts';
import { pagePaths, siteProblems } from './check-site.ts';
import type { Database, DatabaseLocation } from './database/database.ts';
import { openReadOnly } from './database/open.ts';
import type { Log } from './observability/log.ts';
import {
  createLiveSite,
  type LiveSiteInDesk,
  type PublishSite,
  type SiteContent,
  type SiteInDesk,
  type TypedSite,
} from './site/live-site.ts';
import { createSiteVersions, type PublishOutcome, readNewest } from './site/site-versions.ts';

/** What owners change of the site without a build: its versions, and the content of this process that follows the newest. */
export function openSite(services: { database: Database; audit: Audit; log: Log; now: () => number }) {
  const versions = createSiteVersions(services);
  const live = createLiveSite({ ...services, newest: versions.newest, problemsOf: siteProblems });

  async function shown(outcome: PublishOutcome): Promise<PublishSite> {
    if (outcome.kind === 'done') await live.look();
    return outcome;
  }

  const forDesk: LiveSiteInDesk = {
    read: async () => {
      const { version, changes } = await versions.newest();
      const content = { ...builtContent(), ...changes };
      return { version, content, ...askedFor(content), history: await versions.list(), refusal: live.refusal() };
    },
    check: async (_, typed) => {
      const changes = changesFrom(typed);
      return { changes, problems: siteProblems(changes) };
    },
    publish: async (staff, typed, after) => {
      const changes = changesFrom(typed);
      const problems = siteProblems(changes);
      return problems.length > 0 ? { kind: 'refused', problems } : shown(await versions.publish(staff, changes, after));
    },
    goBack: async (staff, to, after) => {
      const changes = await versions.changesOf(to);
      const problems = changes ? siteProblems(changes) : [];
      return problems.length > 0 ? { kind: 'refused', problems } : shown(await versions.goBack(staff, to, after));
    },
  };
  return { ...live, forDesk };
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

/** The content as its files have it. */
function builtContent(): SiteContent {
  return withChanges({}, () => {
    const { helpline, whatsapp, address, openingHours } = site;
    const ofSite = { helpline, whatsapp, address: [...address], openingHours };
    return structuredClone({ ...ofSite, closedDays, homeFaq, faq, notice: '', servicesOff: [] });
  });
}

/** What a form needs to ask for it: the titles of its fields, and what there is to choose from. */
function askedFor(content: SiteContent): Pick<SiteInDesk, 'labels' | 'services' | 'pages'> {
  return withChanges({}, () => {
    const titles = new Map([
      ...Object.values(pages).map(({ path, heading }) => [path, heading] as const),
      ...Object.values(writtenPages).map(({ href, title }) => [href, title] as const),
    ]);
    const paths = pagePaths();
    return {
      labels: Object.fromEntries(Object.keys(content).map((name) => [name, fieldMeta(name)])) as SiteInDesk['labels'],
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
  const built = builtContent();
  const number = international(whatsapp).slice(1);
  const content: SiteContent = {
    ...typed,
    helpline: { display: helpline, tel: international(helpline) },
    whatsapp: whatsapp === built.whatsapp.display ? built.whatsapp : { display: whatsapp, href: `https://wa.me/${number}` },
  };
  const differs = (name: keyof SiteContent) => JSON.stringify(content[name]) !== JSON.stringify(built[name]);
  const names = (Object.keys(content) as (keyof SiteContent)[]).filter(differs);
  return Object.fromEntries(names.map((name) => [name, content[name]]));
}
