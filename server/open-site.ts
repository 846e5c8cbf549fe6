import { closedDays } from '#content/closed-days.ts';
import { faq, homeFaq } from '#content/faq.ts';
import { site } from '#content/site.ts';
import { withChanges } from '#content/site-changes.ts';
import type { Audit } from './audit/audit.ts';
import { siteProblems } from './check-site.ts';
import type { Database } from './database/database.ts';
import type { Log } from './observability/log.ts';
import { createLiveSite, type LiveSiteInDesk, type PublishSite, type SiteContent } from './site/live-site.ts';
import { createSiteVersions, type PublishOutcome } from './site/site-versions.ts';

/** What owners change of the site without a build: its versions, and the content of this process that follows the newest. */
export function openSite(services: { database: Database; audit: Audit; log: Log; now: () => number }) {
  const versions = createSiteVersions(services);
  const live = createLiveSite({ ...services, newest: versions.newest, problemsOf: siteProblems });

  async function shown(outcome: PublishOutcome): Promise<PublishSite> {
    if (outcome.kind === 'done') await live.look();
    return outcome;
  }

  const forDesk: LiveSiteInDesk = {
    read: async () => ({
      newest: await versions.newest(),
      built: builtContent(),
      history: await versions.list(),
      refusal: live.refusal(),
    }),
    publish: async (staff, changes, after) => {
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

/** The content as its files have it. */
export function builtContent(): SiteContent {
  return withChanges({}, () => {
    const { helpline, whatsapp, address, openingHours } = site;
    return structuredClone({
      helpline,
      whatsapp,
      address: [...address],
      openingHours,
      closedDays,
      homeFaq,
      faq,
      notice: '',
      servicesOff: [],
    });
  });
}
