import { closeInbox } from '#server/claims/inbox/inbox.ts';
import { searchIndexingOf } from '#server/claims/search/search-indexing.ts';
import type { App } from '#server/core/app.ts';
import { runIfDue } from '#server/core/jobs/run-job.ts';
import { copyForClaimant, expiredAccessJob, privacyModule } from '#server/law/privacy.ts';
import { purge } from '#server/law/purge.ts';
import { retentionJob } from '#server/law/retention.ts';
import { deskOf } from '#server/web/desk.ts';

/** The desk, with what otherwise the worker does for it at its times. */
export const deskOfTests = (app: App) => ({
  ...deskOf(app),
  ...privacyModule(app),
  copyForClaimant: copyForClaimant.bind(null, app),
  indexNow: searchIndexingOf(app).indexAll,
  runRetention: (): Promise<boolean> => runIfDue(app, retentionJob).finally(app.checkAlarms),
  purge: (): Promise<void> => purge(app, 'now'),
  eraseExpiredAccess: (): Promise<boolean> => runIfDue(app, expiredAccessJob),
  close: () => closeInbox(app),
});
