import type { Audit } from '#server/audit/audit.ts';
import type { Database } from '#server/database/open.ts';
import { defineJob, done, every } from '#server/jobs/define-job.ts';
import type { JobQueue } from '#server/jobs/queue.ts';
import type { Log } from '#server/observability/log.ts';
import { eraseExpiredAccess } from '#server/staff/staff-store.ts';
import type { SearchStore } from '#server/submissions/search/search-store.ts';
import type { SubmissionStore } from '#server/submissions/view/view-store.ts';
import { createErase } from './erase.ts';
import { createFindPerson } from './person.ts';
import { createPrivacy } from './privacy.ts';
import { createPrivacyStore } from './privacy-store.ts';
import { createSweep } from './purge.ts';
import { createRetention, type RetentionDays } from './retention.ts';
import { createRetentionAlarm } from './retention-alarm.ts';
import { createEraseStaffRecords } from './staff-records.ts';

const hour = 3_600_000;

/** Privacy on a store: what is done at a person's request, and what is done every day without one. */
export function openPrivacy(services: {
  database: Database;
  queue: JobQueue;
  submissions: SubmissionStore;
  search: SearchStore;
  completeIndex: () => Promise<void>;
  audit: Audit;
  log: Log;
  now: () => number;
  secret: string;
  mailFolder: string | null;
  days: RetentionDays;
}) {
  const store = createPrivacyStore(services.database);
  const erase = createErase({ ...services, store });
  const { sweep, job: sweepJob } = createSweep({ ...services, store });
  const retention = createRetention({
    ...services,
    store,
    erase,
    eraseStaffRecords: createEraseStaffRecords(services),
    sweep,
    onSettled: () => void alarm.look().catch(() => {}),
  });
  const alarm = createRetentionAlarm({ ...services, state: retention.state });
  const expiredAccess = createExpiredAccessJob(services);
  return {
    ...createPrivacy({ ...services, findPerson: createFindPerson(services), erase, sweep }),
    ...{ retention, alarm, sweep, expiredAccess },
    // PostgreSQL sees to its own files.
    jobs: [retention.job, expiredAccess, ...(services.database.file ? [sweepJob] : [])],
  };
}

/** Ended sessions, and one-time links and started sign-ins that have expired; invitations some time later. */
function createExpiredAccessJob(services: { database: Database; now: () => number; days: RetentionDays }) {
  const { database, now, days } = services;
  return defineJob({
    kind: 'expired-access',
    title: 'Erasing expired sessions and one-time links',
    next: every(hour),
    handle: async () => {
      await eraseExpiredAccess(database, { now: now(), invitationsBefore: now() - days.staffRecords * 24 * hour });
      return done('');
    },
  });
}
