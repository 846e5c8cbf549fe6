import { applyChanges, type SiteChanges } from '#content/site-changes.ts';
import type { FieldWords } from '#content-rules/shapes.ts';
import { defineAlarm } from '#server/jobs/define-alarm.ts';
import { errorMessage, type Log } from '#server/observability/log.ts';
import type { StaffMember } from '#server/staff/staff-member.ts';
import { createRetries } from './retries.ts';
import type { PublishedVersion, PublishOutcome, SiteVersion } from './site-versions.ts';
import type { MergedSite, PostedSite, TypedSite } from './typed-site.ts';

/** How often each instance looks whether another one has published. Pages are new everywhere within five seconds. */
const lookMs = 2_000;

type Services = {
  newest: () => Promise<SiteVersion>;
  /** What the rules of the content say about changes, a sentence each. */
  problemsOf: (changes: SiteChanges) => string[];
  log: Log;
  /** What the pages say that another day may change. */
  ofToday?: () => string | null;
  /** For tests with several instances in one process, whose content is one. */
  apply?: (changes: SiteChanges) => void;
  /** By which it is tried again what failed: milliseconds that never go back. */
  clock?: () => number;
};

export type PublishSite =
  | { kind: 'refused'; problems: string[] }
  /** Nothing is stored: somebody has published since, or a release came. `by`: who. */
  | { kind: 'merged'; merged: MergedSite; by: string[] }
  | PublishOutcome;

/** What owners can do at the desk. */
export type LiveSiteInDesk = {
  read: (staff: StaffMember) => Promise<SiteInDesk>;
  /** What it would change, and what the rules say about that: nothing is stored. */
  check: (staff: StaffMember, typed: TypedSite) => Promise<{ changes: SiteChanges; problems: string[] }>;
  publish: (staff: StaffMember, posted: PostedSite) => Promise<PublishSite>;
  goBack: (staff: StaffMember, to: number, after: number) => Promise<PublishSite>;
};

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

/**
 * Keeps the content of this process, and its pages, at the version that is published. A version that the rules refuse, as they may after an
 * upgrade, is not used: the content is then as it was built, and an alarm says why. What cannot be rendered or exported is tried again, at
 * growing intervals, because the reason may be a disk or a memory that was full.
 */
export function createLiveSite(services: Services) {
  const { newest, problemsOf, log, ofToday = () => null, apply = applyChanges, clock = () => performance.now() } = services;
  const [rendering, exports] = [createRetries(clock), createRetries(clock)];
  let shown: number | null = null;
  let shownToday = ofToday();
  let isUnread = false;
  let refusal: string | null = null;
  let renewPages: () => Promise<void> = async () => {};
  let exportPages: () => Promise<string | null> = async () => null;
  let exporting: Promise<void> | null = null;
  let isExportDue = false;
  let failedExport: string | null = null;
  let timer: NodeJS.Timeout | null = null;
  let looks = Promise.resolve();

  /** One look after the other: pages are never rendered while the content changes. */
  function look(): Promise<void> {
    looks = looks.then(lookNow).catch((error) => {
      // The alarms of the store say that it does not answer.
      if (!isUnread) log.error('published site not read', { error: errorMessage(error) });
      isUnread = true;
    });
    return looks;
  }

  async function lookNow(): Promise<void> {
    const { version, changes } = await newest();
    isUnread = false;
    if (exporting === null && exports.isDue()) startExport();
    const isSame = version === (shown ?? 0) && shownToday === ofToday();
    if (isSame && !rendering.isDue()) return;
    try {
      await show(version, changes);
      rendering.noteSuccess();
    } catch (error) {
      // Where it is tried again, the pages are what was built already.
      if (isSame) apply({});
      else await show(version, {}).catch(() => {});
      rendering.noteFailure();
      refuse(version, errorMessage(error));
    }
  }

  async function show(version: number, changes: SiteChanges): Promise<void> {
    const problems = problemsOf(changes);
    apply(problems.length > 0 ? {} : changes);
    shownToday = ofToday();
    await renewPages();
    shown = version;
    refusal = null;
    if (problems.length > 0) refuse(version, problems.join(' '));
    startExport();
    log.info('site renewed', { version });
  }

  function startExport(): void {
    isExportDue = true;
    exporting ??= exportWhileDue();
  }

  /** Beside the next look: pages are served from memory meanwhile. Of what is published while an export runs, the last is exported. */
  async function exportWhileDue(): Promise<void> {
    while (isExportDue) {
      isExportDue = false;
      failedExport = await exportPages().catch(errorMessage);
      if (failedExport) log.error('export failed', { error: failedExport });
      if (failedExport) exports.noteFailure();
      else exports.noteSuccess();
    }
    exporting = null;
  }

  function refuse(version: number, why: string): void {
    shown = version;
    refusal = `Version ${version} of the site is not shown: ${why}`;
    log.error('published site refused', { version, reason: why });
  }

  return {
    /** Shows what is published now, at once. */
    look,
    /**
     * Has the pages rendered again, and exported, with each version from now on, and exported now where they are not yet. The export says
     * why it failed.
     */
    start: async (renew: () => Promise<void>, exportAll = exportPages, isExported = () => true): Promise<void> => {
      renewPages = renew;
      exportPages = exportAll;
      await look();
      if (!isExported()) startExport();
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
        what: 'What was published at /desk/site is not shown: the rules of this release refuse it, or a page could not be rendered.',
        todo: 'Open Site in the desk, correct what it names, and publish it again. A page that failed is tried again by itself.',
        check: () => refusal,
      }),
      defineAlarm({
        name: 'site_export_failed',
        about: 'The export',
        page: '/desk/site',
        what: 'The pages could not be exported, so the files in EXPORT_DIR say what was published before.',
        todo: 'Free what the reason names, such as a full disk. It is tried again by itself, every five minutes or sooner.',
        check: () => failedExport && `The pages could not be exported: ${failedExport}`,
      }),
    ],
    close: async () => {
      if (timer) clearInterval(timer);
      await looks;
      isExportDue = false;
      await exporting;
    },
  };
}
