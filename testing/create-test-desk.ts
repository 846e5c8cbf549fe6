import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { OpeningHours } from '#content/opening-hours.ts';
import { hour } from '#forms/durations.ts';
import type { Limits } from '#server/claims/accept/limits.ts';
import { searchIndexingOf } from '#server/claims/search/search-indexing.ts';
import { remindersJob, sendDueReminders } from '#server/claims/sla/due-reminders.ts';
import type { NewSubmission } from '#server/claims/stored-submission.ts';
import { createSubmissionStore } from '#server/claims/submission-store.ts';
import type { App } from '#server/core/app.ts';
import type { Database } from '#server/core/database/database.ts';
import type { JobKind } from '#server/core/jobs/define-job.ts';
import { enqueue, lease } from '#server/core/jobs/queue.ts';
import { createWorker, workerOf } from '#server/core/jobs/worker.ts';
import { createMetrics } from '#server/core/observability/metrics.ts';
import { inboundModule } from '#server/mail/in/inbound-module.ts';
import { receiveEmail } from '#server/mail/in/receive-inbound.ts';
import { senderEmailKind } from '#server/mail/out/email-store.ts';
import { hooksOf } from '#server/open-app.ts';
import { alarmWatchOf } from '#server/operations/alarms/alarm-watch.ts';
import type { StaffMember } from '#server/people/staff/staff-member.ts';
import { emailsIn, setClock } from './databases.ts';
import { deskOfTests } from './desk-of-tests.ts';
import { evidenceOperations } from './evidence-operations.ts';
import { claimFrom } from './fixtures/submissions.ts';
import { grace, olu, priya } from './fixtures/test-staff.ts';
import { openTestApp } from './open-test-app.ts';
import { makeFolder } from './test-run.ts';
import { openVisitors } from './visitors.ts';

/** Saturday 21 November 2026, ten in the morning in London. */
export const tenOClock = Date.UTC(2026, 10, 21, 10);

/** The response target of its claims, whatever this business has. */
const claimTargetHours = 24;

type Options = {
  dataDir?: string;
  limits?: Limits | null;
  hours?: OpeningHours;
  emailsSenders?: boolean;
  jobKinds?: JobKind[];
};

/** A desk on a new store, with its staff, its files and its queue of jobs, and a clock that stands still until it is put forward. */
export async function createTestDesk(
  database: Database,
  { limits = null, hours = 'always', emailsSenders, jobKinds = [], dataDir: given }: Options = {},
) {
  const clock = { time: tenOClock, now: () => clock.time };
  await setClock(database, clock.time);
  const lines: string[] = [];
  const dataDir = given ?? (await makeFolder());
  const wakeCalls = { count: 0 };
  const opened = await openTestApp(database, {
    settings: { DATA_DIR: dataDir, ACKNOWLEDGE: emailsSenders ? 'on' : 'off' },
    now: clock.now,
    callingHours: () => hours,
    writeLog: (line) => lines.push(line),
    jobs: { wake: () => (wakeCalls.count += 1), lastTickAt: clock.now },
    limits: { worker: { retry: 25, look: 50, renew: 200 } },
  });
  const { audit, log } = opened;
  const evidence = evidenceOperations(opened);
  const watch = alarmWatchOf(opened);
  const indexing = searchIndexingOf(opened);
  const notifyStored = () => opened.noteChange(false);
  for (const staff of [olu, priya, grace]) await addStaff(database, staff);
  const store = createSubmissionStore(database, { emailsSenders: emailsSenders ?? false });
  const desk = deskOfTests(opened);
  const ownJobs = [...desk.jobs, ...indexing.jobs, remindersJob];
  (workerOf(opened).jobKinds as JobKind[]).push(...jobKinds, ...ownJobs);
  watch.add(desk.alarms);
  /** Stores a claim that came at the clock's time, unless `createdAt` is given; returns its id. */
  const storeClaim = async (data?: Parameters<typeof claimFrom>[0], more: Partial<NewSubmission> = {}): Promise<string> => {
    const createdAt = more.createdAt ?? clock.time;
    const claim = claimFrom(data, { createdAt, dueAt: createdAt + claimTargetHours * hour, ...more });
    await store.insertAll([claim]);
    return claim.id;
  };
  return {
    ...openVisitors(opened, { limits, emailsSenders: emailsSenders ?? true, storeClaim }),
    /** What its desk is made of, for the operations that take it. */
    app: opened,
    database,
    clock,
    now: clock.now,
    /** Puts the clock forward, the database's too. */
    advance: (ms: number) => {
      clock.time += ms;
      return setClock(database, clock.time);
    },
    audit,
    /** The files of claims, in a folder of their own and not scanned. */
    evidence: { ...evidence, folder: join(dataDir, 'evidence') },
    /** What receives e-mails, and the store in which they are kept. */
    inbound: { receive: receiveEmail.bind(null, opened), jobs: inboundModule.jobs, store: opened.files },
    wakeCalls,
    desk,
    notifyStored,
    /** Ends what waits to be indexed for the search. */
    closeIndexing: indexing.close,
    sendDueReminders: () => sendDueReminders(opened),
    /** Adds a job of this kind, which falls due at once. */
    add: (kind: string) => database.write((tx) => enqueue(tx, [{ kind, createdAt: clock.time }])),
    lease: async (jobKind: JobKind, limit = 1) => (await lease(opened, jobKind, limit)).leased,
    jobs: () => database.read((db) => db.selectFrom('jobs').selectAll().execute()),
    attempts: () => database.read((db) => db.selectFrom('job_attempts').selectAll().orderBy('at').execute()),
    /** Runs jobs, those of the desk unless others are given, until `stop` or the end of the test. */
    startWorker: (kinds: JobKind[] = [...ownJobs, ...evidence.jobs], on: App = opened) => {
      const worker = createWorker(on);
      worker.start(kinds);
      onTestFinished(() => worker.stop(0));
      return worker;
    },
    /** Runs retention, as after a gap that a member of staff confirms. */
    runConfirmedRetention: async () => {
      await desk.runRetention().catch(() => {});
      const { question } = await desk.retentionState(grace);
      if (question === null) return;
      await desk.runJob(grace, { confirm: 'retention', question });
      await desk.runRetention();
    },
    /** A second desk on the same store, as another instance has it, with its jobs. */
    createSecondDesk: () => {
      const app: App = { ...opened, ...hooksOf(() => app), jobs: opened.jobs, metrics: createMetrics() };
      const indexing = searchIndexingOf(app);
      const second = deskOfTests(app);
      return { ...second, jobs: [...second.jobs, ...indexing.jobs] };
    },
    /** The alarms of its desk that are raised. */
    alarms: watch.raised,
    logger: log,
    log: () => lines.join(''),
    storeClaim,
    events: async () => await database.db.selectFrom('audit_events').selectAll().orderBy('id').execute(),
    emails: () => emailsIn(database),
    /** The e-mails to senders. */
    senderEmails: () => emailsIn(database, senderEmailKind),
  };
}

export async function addStaff({ db }: Database, { id, name, email, role }: StaffMember): Promise<void> {
  const at = new Date(tenOClock).toISOString();
  await db
    .insertInto('staff')
    .values({
      id,
      name,
      email,
      role,
      emailVerified: 1,
      image: null,
      leftAt: null,
      twoFactorEnabled: 1,
      createdAt: at,
      updatedAt: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
