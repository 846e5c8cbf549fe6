import type { Audit } from '#server/audit/audit.ts';
import type { Database } from '#server/database/open.ts';
import type { Log } from '#server/ops/log.ts';
import { createJobStore } from '../jobs/store.ts';
import type { SearchStore } from '../search/store.ts';
import type { SubmissionStore } from '../submission/store.ts';
import { createRetentionAlarm } from './alarm.ts';
import { createErase } from './erase.ts';
import { createFindPerson } from './person.ts';
import { createPrivacy } from './privacy.ts';
import { createRetention, type RetentionDays } from './retention.ts';
import { createEraseStaffRecords } from './staff-records.ts';
import { createPrivacyStore } from './store.ts';
import { createSweep } from './sweep.ts';

/** Privacy on a store: what is done at a person's request, and what is done every day without one. */
export function openPrivacy(services: {
  database: Database;
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
  const jobs = createJobStore(services.database);
  const erase = createErase({ ...services, store });
  const sweep = createSweep({ ...services, store, jobs });
  const retention = createRetention({
    ...services,
    store,
    erase,
    eraseStaffRecords: createEraseStaffRecords(services),
    sweep,
    jobs,
  });
  const alarm = createRetentionAlarm({ ...services, state: retention.state });
  return { ...createPrivacy({ ...services, findPerson: createFindPerson(services), erase, sweep }), retention, alarm, sweep };
}
