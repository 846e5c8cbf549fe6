import { callingHours } from '#content/calling-hours.ts';
import { closedDaysText } from '#content/opening-hours.ts';
import { applyChanges, type SiteChanges } from '#content/site-changes.ts';
import { londonIsoDate } from '#forms/london-day.ts';
import { type App, perApp } from '#server/core/app.ts';
import { defineAlarm } from '#server/core/jobs/define-alarm.ts';
import type { Module } from '#server/core/jobs/module.ts';
import { errorMessage } from '#server/core/observability/log.ts';
import { siteProblems } from './check-site.ts';
import { createRetries } from './retries.ts';
import { newestVersion } from './site-versions.ts';

/** How often each instance looks whether another one has published. Pages are new everywhere within five seconds. */
const lookMs = 2_000;

/** How a process shows the site. What is not given does nothing. */
type Showing = {
  /** Renders the pages again. */
  renew: () => Promise<void>;
  /** Exports them; says why it failed. */
  exportPages: () => Promise<string | null>;
  /** For tests with several instances in one process, whose content is one. */
  apply: (changes: SiteChanges) => void;
  /** By which it is tried again what failed: milliseconds that never go back. */
  clock: () => number;
};

/** The content of this process, and its pages, at the version that is published. */
const liveOf = perApp((app) => {
  const showing: Showing = {
    renew: async () => {},
    exportPages: async () => null,
    apply: applyChanges,
    clock: () => performance.now(),
  };
  return {
    ...showing,
    /** When what could not be rendered, or exported, is tried again: the reason may be a disk or a memory that was full. */
    rendering: createRetries(),
    exports: createRetries(),
    version: null as number | null,
    today: todayAt(app.startedAt),
    isUnread: false,
    /** Why the newest version is not shown; null where it is. */
    refusal: null as string | null,
    exporting: null as Promise<void> | null,
    isExportDue: false,
    failedExport: null as string | null,
    timer: null as NodeJS.Timeout | null,
    looks: Promise.resolve(),
  };
});

/** What the pages say that another day may change. */
function todayAt(at: number): string {
  return `${new Date(at).getFullYear()} ${closedDaysText(callingHours, londonIsoDate(at))}`;
}

/**
 * Shows what is published now, at once. A version that the rules refuse, as they may after an upgrade, is not used: the content is then as
 * it was built, and an alarm says why. One look after the other: pages are never rendered while the content changes.
 */
export function showNewest(app: App): Promise<void> {
  const live = liveOf(app);
  live.looks = live.looks
    .then(() => showNow(app))
    .catch((error) => {
      // The alarms of the store say that it does not answer.
      if (!live.isUnread) app.log.error('published site not read', { error: errorMessage(error) });
      live.isUnread = true;
    });
  return live.looks;
}

async function showNow(app: App): Promise<void> {
  const live = liveOf(app);
  const { version, changes } = await newestVersion(app);
  live.isUnread = false;
  if (live.exporting === null && live.exports.isDue(live.clock())) startExport(app);
  const isSame = version === (live.version ?? 0) && live.today === todayAt(app.now());
  if (isSame && !live.rendering.isDue(live.clock())) return;
  try {
    await show(app, version, changes);
    live.rendering.noteSuccess();
  } catch (error) {
    // Where it is tried again, the pages are what was built already.
    if (isSame) live.apply({});
    else await show(app, version, {}).catch(() => {});
    live.rendering.noteFailure(live.clock());
    refuse(app, version, errorMessage(error));
  }
}

async function show(app: App, version: number, changes: SiteChanges): Promise<void> {
  const live = liveOf(app);
  const problems = siteProblems(changes);
  live.apply(problems.length > 0 ? {} : changes);
  live.today = todayAt(app.now());
  await live.renew();
  live.version = version;
  live.refusal = null;
  if (problems.length > 0) refuse(app, version, problems.join(' '));
  startExport(app);
  app.log.info('site renewed', { version });
}

function startExport(app: App): void {
  const live = liveOf(app);
  live.isExportDue = true;
  live.exporting ??= exportWhileDue(app);
}

/** Beside the next look: pages are served from memory meanwhile. Of what is published while an export runs, the last is exported. */
async function exportWhileDue(app: App): Promise<void> {
  const live = liveOf(app);
  while (live.isExportDue) {
    live.isExportDue = false;
    live.failedExport = await live.exportPages().catch(errorMessage);
    if (live.failedExport) app.log.error('export failed', { error: live.failedExport });
    if (live.failedExport) live.exports.noteFailure(live.clock());
    else live.exports.noteSuccess();
  }
  live.exporting = null;
}

function refuse(app: App, version: number, why: string): void {
  const live = liveOf(app);
  live.version = version;
  live.refusal = `Version ${version} of the site is not shown: ${why}`;
  app.log.error('published site refused', { version, reason: why });
}

/** Shows each version from now on. `isExported`: whether the files of an export are those of this build already. */
export async function startSite(app: App, showing: Partial<Showing>, isExported = () => true): Promise<void> {
  const live = Object.assign(liveOf(app), showing);
  await showNewest(app);
  if (!isExported()) startExport(app);
  live.timer = setInterval(() => void showNewest(app), lookMs).unref();
}

/** Why the newest version is not shown; null where it is. */
export function siteRefusal(app: App): string | null {
  return liveOf(app).refusal;
}

async function stopSite(app: App): Promise<void> {
  const live = liveOf(app);
  if (live.timer) clearInterval(live.timer);
  await live.looks;
  live.isExportDue = false;
  await live.exporting;
}

export const siteModule = {
  alarms: [
    defineAlarm({
      name: 'site_version_refused',
      about: 'The site',
      page: '/desk/site',
      what: 'What was published at /desk/site is not shown: the rules of this release refuse it, or a page could not be rendered.',
      todo: 'Open Site in the desk, correct what it names, and publish it again. A page that failed is tried again by itself.',
      check: siteRefusal,
    }),
    defineAlarm({
      name: 'site_export_failed',
      about: 'The export',
      page: '/desk/site',
      what: 'The pages could not be exported, so the files in EXPORT_DIR say what was published before.',
      todo: 'Free what the reason names, such as a full disk. It is tried again by itself, every five minutes or sooner.',
      check: (app) => {
        const { failedExport } = liveOf(app);
        return failedExport && `The pages could not be exported: ${failedExport}`;
      },
    }),
  ],
  close: stopSite,
} satisfies Module;
