import { applyChanges, type SiteChanges } from '#content/site-changes.ts';
import { defineAlarm } from '#server/jobs/define-alarm.ts';
import { errorMessage, type Log } from '#server/observability/log.ts';
import type { StaffMember } from '#server/staff/staff-member.ts';
import type { PublishedVersion, PublishOutcome, SiteVersion } from './site-versions.ts';

/** How often each instance looks whether another one has published. Pages are new everywhere within five seconds. */
const lookMs = 2_000;

type Services = {
  newest: () => Promise<SiteVersion>;
  /** What the rules of the content say about changes, a sentence each. */
  problemsOf: (changes: SiteChanges) => string[];
  log: Log;
  /** For tests with several instances in one process, whose content is one. */
  apply?: (changes: SiteChanges) => void;
};

export type PublishSite = { kind: 'refused'; problems: string[] } | PublishOutcome;

/** What owners can do at the desk. */
export type LiveSiteInDesk = {
  read: (staff: StaffMember) => Promise<SiteInDesk>;
  /** What it would change, and what the rules say about that: nothing is stored. */
  check: (staff: StaffMember, typed: TypedSite) => Promise<{ changes: SiteChanges; problems: string[] }>;
  publish: (staff: StaffMember, typed: TypedSite, after: number) => Promise<PublishSite>;
  goBack: (staff: StaffMember, to: number, after: number) => Promise<PublishSite>;
};

export type SiteInDesk = {
  version: number;
  /** What the site says now. */
  content: SiteContent;
  /** What a form calls each field, and says about it. */
  labels: Record<keyof SiteContent, { title: string; description: string }>;
  services: { slug: string; title: string }[];
  /** Where an answer may lead. */
  pages: { path: string; title: string }[];
  history: PublishedVersion[];
  refusal: string | null;
};

/** Everything that owners change, as the site has it. No notice is an empty one. */
export type SiteContent = Required<SiteChanges>;

/** The same as a form has it: what is dialled follows from the numbers that are shown. */
export type TypedSite = Omit<SiteContent, 'helpline' | 'whatsapp'> & { helpline: string; whatsapp: string };

/**
 * Keeps the content of this process, and its pages, at the version that is published. A version that the rules refuse, as they may after an
 * upgrade, is not used: the content is then as it was built, and an alarm says why.
 */
export function createLiveSite({ newest, problemsOf, log, apply = applyChanges }: Services) {
  let shown: number | null = null;
  let refusal: string | null = null;
  let renewPages: () => Promise<void> = async () => {};
  let exportPages: () => Promise<string | null> = async () => null;
  let exporting: Promise<void> = Promise.resolve();
  let failedExport: string | null = null;
  let timer: NodeJS.Timeout | null = null;
  let looks = Promise.resolve();

  /** One look after the other: pages are never rendered while the content changes. */
  function look(): Promise<void> {
    looks = looks.then(lookNow).catch((error) => log.error('published site not read', { error: errorMessage(error) }));
    return looks;
  }

  async function lookNow(): Promise<void> {
    const { version, changes } = await newest();
    if (version === (shown ?? 0)) return;
    await show(version, changes).catch(async (error) => {
      await show(version, {}).catch(() => {});
      refuse(version, errorMessage(error));
    });
  }

  async function show(version: number, changes: SiteChanges): Promise<void> {
    const problems = problemsOf(changes);
    apply(problems.length > 0 ? {} : changes);
    refusal = null;
    if (problems.length > 0) refuse(version, problems.join(' '));
    await renewPages();
    shown = version;
    exporting = exporting.then(exportNow);
    log.info('site renewed', { version });
  }

  /** Beside the next look: pages are served from memory meanwhile. */
  async function exportNow(): Promise<void> {
    failedExport = await exportPages();
    if (failedExport) log.error('export failed', { error: failedExport });
  }

  function refuse(version: number, why: string): void {
    shown = version;
    refusal = `Version ${version} of the site is not shown: ${why}`;
    log.error('published site refused', { version, reason: why });
  }

  return {
    /** Shows what is published now, at once. */
    look,
    /** Has the pages rendered again, and exported, with each version from now on. The export says why it failed. */
    start: async (renew: () => Promise<void>, exportAll = exportPages): Promise<void> => {
      renewPages = renew;
      exportPages = exportAll;
      await look();
      timer = setInterval(() => void look(), lookMs);
      timer.unref();
    },
    /** Why the newest version is not shown; null where it is. */
    refusal: () => refusal,
    alarms: [
      defineAlarm({
        name: 'site_version_refused',
        about: 'The site',
        page: '/desk/site',
        what: 'What was published at /desk/site is not shown: the rules of this release refuse it.',
        todo: 'Open Site in the desk, correct what it names, and publish it again.',
        check: () => refusal,
      }),
      defineAlarm({
        name: 'site_export_failed',
        about: 'The export',
        page: '/desk/site',
        what: 'The pages could not be exported, so the files in EXPORT_DIR say what was published before.',
        todo: 'Look at the log for the reason, and run npm run export.',
        check: () => failedExport && `The pages could not be exported: ${failedExport}`,
      }),
    ],
    close: async () => {
      if (timer) clearInterval(timer);
      await looks;
      await exporting;
    },
  };
}
