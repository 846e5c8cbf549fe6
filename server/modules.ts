import { closeInbox } from '#server/claims/inbox/inbox.ts';
import { liveUpdatesOf } from '#server/claims/inbox/live-updates.ts';
import { searchIndexingOf } from '#server/claims/search/search-indexing.ts';
import { slaModule } from '#server/claims/sla/sla.ts';
import { quarantineReading } from '#server/claims/submission-store.ts';
import { type App, perApp } from '#server/core/app.ts';
import type { Module } from '#server/core/jobs/module.ts';
import { workerOf } from '#server/core/jobs/worker.ts';
import { addProcessMetrics } from '#server/core/observability/metrics.ts';
import { gaugesOf } from '#server/core/observability/reading.ts';
import { evidenceModule } from '#server/files/evidence-module.ts';
import { privacyModule } from '#server/law/privacy.ts';
import { inboundModule } from '#server/mail/in/inbound-module.ts';
import { emailModule } from '#server/mail/out/email-module.ts';
import { alarmWatchOf } from '#server/operations/alarms/alarm-watch.ts';
import { alarmModule } from '#server/operations/alarms/alarms.ts';
import { operationsModule } from '#server/operations/alarms/operations-alarms.ts';
import { canaryModule } from '#server/operations/canary/canary.ts';
import { pushModule } from '#server/people/push/push.ts';
import { siteModule } from '#server/web/site/live-site.ts';

const processMetricsOf = perApp(({ metrics }) => addProcessMetrics(metrics));

/** What runs in a process beside its requests. */
const modulesOf = perApp((app): Module[] => [
  emailModule,
  evidenceModule,
  inboundModule,
  { ...privacyModule(app), close: closeInbox },
  alarmModule(app),
  slaModule,
  pushModule,
  siteModule,
  canaryModule,
  operationsModule,
  searchIndexingOf(app),
  { close: liveUpdatesOf(app).stop },
  { metrics: [quarantineReading] },
  { start: processMetricsOf, close: (one) => processMetricsOf(one)() },
  { close: app.refusalLog.flush },
]);

/** Begins the schedule of alarms, the jobs, and the reading of the mailbox. */
export function startApp(app: App): void {
  const modules = modulesOf(app);
  const gauges = modules.flatMap(({ metrics }) => metrics ?? []);
  app.metrics.add(gaugesOf(app, gauges));
  alarmWatchOf(app).add(modules.flatMap(({ alarms }) => alarms ?? []));
  for (const { start } of modules) start?.(app);
  workerOf(app).start(modules.flatMap(({ jobs }) => jobs ?? []));
}

/** Ends them, after the jobs that run, and closes the store. */
export async function closeApp(app: App): Promise<void> {
  await workerOf(app).stop();
  for (const { close } of modulesOf(app)) await close?.(app);
  await app.db.close();
}
