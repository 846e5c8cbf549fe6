import type { AddressInfo } from 'node:net';
import { createAccept } from '#server/claims/accept/accept.ts';
import { emailQuotasOf } from '#server/claims/accept/email-quotas.ts';
import { createLimits } from '#server/claims/accept/limits.ts';
import { responseOf } from '#server/claims/endpoints/submission-endpoints.ts';
import { liveUpdatesOf } from '#server/claims/inbox/live-updates.ts';
import { searchIndexingOf } from '#server/claims/search/search-indexing.ts';
import { slaModule } from '#server/claims/sla/sla.ts';
import { readSource, showSource } from '#server/claims/sources/source.ts';
import { createSubmissionStore } from '#server/claims/submission-store.ts';
import { addProcessMetrics, countOutcomes } from '#server/core/observability/metrics.ts';
import { gaugesOf, reading } from '#server/core/observability/reading.ts';
import { readClaim } from '#server/people/claimant/claim-session.ts';
import { claimantOf } from '#server/people/claimant/claimant.ts';
import { acceptWithCookies } from '#server/people/claimant/continue-start.ts';
import { mergeIn } from '#server/people/claimant/merge-submission.ts';
import { receiptCookiesOf, receiptLinkOf } from '#server/people/claimant/receipt-links.ts';
import { authOf } from '#server/people/staff/auth.ts';
import { type App, bind } from './core/app.ts';
import { storeFault } from './core/database/write-probe.ts';
import type { Module } from './core/jobs/module.ts';
import { workerOf } from './core/jobs/worker.ts';
import { evidenceModule } from './files/evidence-module.ts';
import { takeEmail } from './mail/in/inbound-endpoint.ts';
import { inboundModule } from './mail/in/inbound-module.ts';
import { emailModule } from './mail/out/email-module.ts';
import { alarmWatchOf } from './operations/alarms/alarm-watch.ts';
import { alarmModule, startAlarms } from './operations/alarms/alarms.ts';
import { operationsModule } from './operations/alarms/operations-alarms.ts';
import { acceptCanary } from './operations/canary/accept-canary.ts';
import { canaryModule, runCanary, startCanary } from './operations/canary/canary.ts';
import { pushModule, pushOf, startPush } from './people/push/push.ts';
import { openDesk } from './web/desk.ts';
import { createReadiness } from './web/monitoring-endpoints.ts';
import { siteModule, startSite } from './web/site/live-site.ts';

export type Services = ReturnType<typeof openServices>;

/** What the process does with its App, wired together. No job, alarm or mailbox is looked at before `start`. */
export function openServices(app: App) {
  const { env, now, log, refusalLog, metrics } = app;
  const database = app.db;

  const emailsSenders = env.acknowledge;
  const quotas = emailQuotasOf(app);
  const store = createSubmissionStore(app.visitorDb, { emailsSenders, quotas, mergeIn: mergeIn.bind(null, app) });
  const worker = workerOf(app);
  const auth = authOf(app);
  startPush(app);
  const alarms = alarmWatchOf(app);
  const liveUpdates = liveUpdatesOf(app);
  const indexing = searchIndexingOf(app);
  const onStored = app.noteChange;
  const desk = openDesk(app);
  const modules: Module[] = [
    emailModule,
    evidenceModule,
    inboundModule,
    desk,
    alarmModule(app),
    slaModule,
    pushModule,
    siteModule,
    canaryModule,
    operationsModule,
    indexing,
    { close: liveUpdates.stop },
    { metrics: [reading('kerbside_submissions_quarantined', 'Submissions in quarantine.', store.countQuarantined)] },
    { close: addProcessMetrics(metrics) },
    { close: refusalLog.flush },
  ];
  metrics.add(
    gaugesOf(
      app,
      modules.flatMap((one) => one.metrics ?? []),
    ),
  );
  alarms.add(modules.flatMap((one) => one.alarms ?? []));
  const limits = env.rateLimit ? createLimits() : null;
  const accept = createAccept({ store, limits, log: refusalLog, now, readSource: (via) => readSource(app, via), onStored });
  return {
    app,
    /** Begins the schedule of alarms, the jobs, and the reading of the mailbox. */
    start: (): void => {
      startAlarms(app);
      for (const { start } of modules) start?.(app);
      worker.start(modules.flatMap((one) => one.jobs ?? []));
    },
    siteUrl: env.siteUrl,
    serviceWorker: env.serviceWorker,
    log,
    /** The log of what strangers cause. */
    refusalLog,
    accept: countOutcomes(acceptWithCookies(app, accept), metrics),
    canary: {
      accept: (mark: string) => acceptCanary(app, mark),
      run: (url: string) => runCanary(app, url),
      start: (address: AddressInfo | string | null) => startCanary(app, address),
    },
    showSource: (via: unknown) => showSource(app, via),
    responseOf,
    ...bind(app, { linkOf: receiptLinkOf, cookiesOf: receiptCookiesOf, readClaim, takeEmail }),
    /** What claimants can do at the page of their claim. */
    claimant: claimantOf(app),
    auth,
    desk,
    push: pushOf(app),
    startSite: startSite.bind(null, app),
    now,
    /** The alarms that staff are shown. */
    alarms: alarms.inDesk,
    /** All alarms, as they are defined and raised. */
    alarmWatch: alarms,
    metrics,
    readiness: createReadiness({ whyStoreIsAway: async () => (await storeFault(app))?.why ?? null, now }),
    close: async () => {
      await worker.stop();
      for (const { close } of modules) await close?.(app);
      await database.close();
    },
  };
}
