import { type App, bind } from '#server/core/app.ts';
import { closeApp, startApp } from '#server/modules.ts';
import { alarmWatchOf } from '#server/operations/alarms/alarm-watch.ts';
import { runCanary, startCanary } from '#server/operations/canary/canary.ts';
import { readClaim } from '#server/people/claimant/claim-session.ts';
import { claimantOf } from '#server/people/claimant/claimant.ts';
import { pushOf } from '#server/people/push/push.ts';
import { authOf } from '#server/people/staff/auth.ts';
import { readinessOf } from '#server/web/monitoring-endpoints.ts';
import { publicOperationsOf } from '#server/web/public-operations.ts';
import { deskOfTests } from './desk-of-tests.ts';

export type Services = ReturnType<typeof servicesOf>;

/** What an instance does, by the tables that its routes call. */
export function servicesOf(app: App) {
  return {
    app,
    ...publicOperationsOf(app),
    ...bind(app, { readClaim, start: startApp, close: closeApp }),
    auth: authOf(app),
    claimant: claimantOf(app),
    desk: deskOfTests(app),
    push: pushOf(app),
    canary: bind(app, { run: runCanary, start: startCanary }),
    readiness: readinessOf(app),
    alarmWatch: alarmWatchOf(app),
    alarms: alarmWatchOf(app).inDesk,
    metrics: app.metrics,
    log: app.log,
    now: app.now,
  };
}
