import { retentionDays } from '#content/retention.ts';
import type { Audit } from '#server/audit/audit.ts';
import { type AuditTrail, createReadTrail } from '#server/audit/audit-trail.ts';
import type { Database } from '#server/database/open.ts';
import { createBackgroundWork, type JobKindView, type JobOutcome, type JobToRun } from '#server/jobs/background-work.ts';
import { defineJob, done, every, type Job } from '#server/jobs/define-job.ts';
import type { JobQueue } from '#server/jobs/queue.ts';
import { runIfDue } from '#server/jobs/run-job.ts';
import type { Log } from '#server/observability/log.ts';
import type { ExportedFile, ExportFormat } from '#server/privacy/export-person.ts';
import { openPrivacy } from '#server/privacy/open-privacy.ts';
import type { Erasure } from '#server/privacy/privacy.ts';
import type { RetentionDays, RetentionState } from '#server/privacy/retention.ts';
import type { DeskAlarm } from '#server/privacy/retention-alarm.ts';
import { createRefusals, isAllowed, NotAllowed, type Permission, type StaffMember } from '#server/staff/staff.ts';
import { createChangeStore } from '#server/submissions/actions/action-store.ts';
import { type Action, readAction, readUndo } from '#server/submissions/actions/actions.ts';
import { createChange, type Outcome } from '#server/submissions/actions/run-action.ts';
import { createExportList } from '#server/submissions/inbox/csv.ts';
import type { Assignee, InboxFilter, InboxPage, InboxRow } from '#server/submissions/inbox/inbox.ts';
import { createPages, createReadInbox } from '#server/submissions/inbox/inbox-pages.ts';
import { createListStore } from '#server/submissions/inbox/inbox-store.ts';
import { createEventStreams, createLive, createLiveStore } from '#server/submissions/inbox/live.ts';
import { createBackfill } from '#server/submissions/search/backfill.ts';
import { createSearchStore } from '#server/submissions/search/search-store.ts';
import { createKeeper, type Owners } from '#server/submissions/sla/due-reminders.ts';
import { type ResponseWeek, readResponseReport } from '#server/submissions/sla/sla-report.ts';
import { createPromiseStore } from '#server/submissions/sla/sla-store.ts';
import { createRead } from '#server/submissions/view/read-submission.ts';
import type { SubmissionView } from '#server/submissions/view/submission-view.ts';
import { createSubmissionStore } from '#server/submissions/view/view-store.ts';

const minute = 60_000;

export type Desk = ReturnType<typeof openDesk>;

export type DeskServices = {
  database: Database;
  queue: JobQueue;
  /** Of other rooms, to be shown beside the desk's own. */
  otherJobs?: readonly Job[];
  audit: Audit;
  log: Log;
  now: () => number;
  /** Says that there is a job to run. */
  wakeWorker: () => void;
  /** Who is told when a promise is broken. */
  owners: Owners;
  /** Where e-mails are kept as files while no mail server is set; null where they are not. */
  mailFolder: string | null;
  /** How long submissions are kept; content/retention.ts unless given. */
  retention?: RetentionDays;
  /** Keys what is told of searches. */
  secret: string;
};

/**
 * What staff do. Everything takes who asks, and refuses with `NotAllowed`, put on record, what their role does not allow.
 * Nothing runs by itself before a worker runs its jobs.
 */
export function openDesk(services: DeskServices) {
  const { database, audit } = services;
  const submissions = createSubmissionStore(database);
  const search = createSearchStore(database);
  const list = createListStore(database);
  const pages = createPages({ list, search, submissions });
  const backfill = createBackfill({ ...services, store: search });
  const live = createLive({ ...services, engine: database.engine, store: createLiveStore(database) });
  const streams = createEventStreams(live);
  const readInbox = createReadInbox({ ...services, pages });
  const read = createRead({ submissions, search, audit });
  const change = createChange({ ...services, submissions, store: createChangeStore(database) });
  const exportList = createExportList({ ...services, pages, submissions });
  const promiseStore = createPromiseStore(database);
  const keepPromises = createKeeper({ ...services, store: promiseStore });
  const privacy = openPrivacy({
    ...services,
    ...{ submissions, search, completeIndex: backfill.runOnce, days: services.retention ?? retentionDays },
  });
  const jobs: Job[] = [
    defineJob({
      kind: 'response-reminders',
      title: 'Reminders of response targets',
      next: every(minute),
      handle: async () => done(`${await keepPromises()} reminded.`),
    }),
    ...privacy.jobs,
    backfill.job,
  ];
  const background = createBackgroundWork({ ...services, jobs: [...(services.otherJobs ?? []), ...jobs] });
  const readTrail = createReadTrail({ ...services, names: submissions.names });
  const refusals = createRefusals(services);

  async function admit(staff: StaffMember, permission: Permission): Promise<void> {
    if (isAllowed(staff, permission)) return;
    await refusals.record(staff, { details: { permission } });
    throw new NotAllowed();
  }

  return {
    /** Refuses with `NotAllowed`, put on record, what their role does not allow. */
    admit,

    /** A page of the list. `page`: a key that a page before gave as `next` or `previous`. */
    inbox: async (staff: StaffMember, filter: InboxFilter, page: string | null = null): Promise<InboxPage> => {
      await admit(staff, 'read submissions');
      return readInbox(staff, filter, page);
    },

    /** Everybody whom the inbox can be narrowed to. */
    assignees: async (staff: StaffMember): Promise<Assignee[]> => {
      await admit(staff, 'read submissions');
      return list.assignees();
    },

    submission: async (staff: StaffMember, id: string): Promise<SubmissionView | null> => {
      await admit(staff, 'read submissions');
      const view = await read(staff, id);
      if (view) await audit.record({ actor: staff, action: 'submission viewed', subjectId: id });
      return view;
    },

    change: async (staff: StaffMember, id: string, asked: Action): Promise<Outcome> => {
      await admit(staff, 'change submissions');
      const outcome = await change(staff, id, asked);
      if (outcome.kind === 'done') live.tell();
      return outcome;
    },

    /** What a form asks to be done to a claim, and what takes something back. */
    readAction,
    readUndo,

    /** Calls back, at most twice a second, when something came in or was changed, here or elsewhere. Returns what ends that. */
    changes: (onChange: () => void): (() => void) => live.listen(onChange),

    /** The same for a browser, for as long as it may listen. */
    events: streams.events,
    /** Ends every such line, so that a process that is told to stop need not wait for them. */
    closeStreams: streams.closeAll,

    /** The list as CSV, in pieces. Who breaks off calls `return`, as `for await` does. */
    csv: async function* (staff: StaffMember, filter: InboxFilter): AsyncGenerator<string> {
      await admit(staff, 'export list');
      yield* exportList(staff, filter);
    },

    responseReport: async (staff: StaffMember): Promise<ResponseWeek[]> => {
      await admit(staff, 'see response times');
      return readResponseReport(promiseStore, services.now());
    },

    /** Every submission of the person with this e-mail address or phone number. */
    findPerson: async (staff: StaffMember, contact: string): Promise<InboxRow[]> => {
      await admit(staff, 'export person');
      return privacy.find(staff, contact);
    },

    exportPerson: async (staff: StaffMember, contact: string, format: ExportFormat): Promise<ExportedFile> => {
      await admit(staff, 'export person');
      return privacy.export(staff, contact, format);
    },

    erase: async (staff: StaffMember, ids: string[], reason: string): Promise<Erasure> => {
      await admit(staff, 'erase');
      return privacy.erase(staff, ids, reason).finally(live.tell);
    },

    retentionState: async (staff: StaffMember): Promise<RetentionState> => {
      await admit(staff, 'read submissions');
      return privacy.retention.state();
    },

    /** What is wrong with the desk's own work, as a person should hear it. */
    alarms: (): DeskAlarm[] => privacy.alarm.alarms(),

    auditTrail: async (staff: StaffMember, before: string | null = null): Promise<AuditTrail> => {
      await admit(staff, 'read audit trail');
      return readTrail(staff, before);
    },

    /** Every kind of job, with what it did and what it has still to do. */
    backgroundWork: async (staff: StaffMember): Promise<JobKindView[]> => {
      await admit(staff, 'run background work');
      return background.kinds();
    },

    runJob: async (staff: StaffMember, asked: JobToRun): Promise<JobOutcome> => {
      await admit(staff, 'run background work');
      return background.run(staff, asked);
    },

    /** A submission was stored here just now. */
    noteAccepted: (): void => live.tell(),

    /** Puts whatever is stored now and cannot be found into the search index; the worker does that once for a store. */
    indexNow: backfill.run,

    /** Warns of promises about to be missed; the worker does that every minute. */
    keepPromises,

    /** Erases what is past its time, if that was not done today; the worker does that every night. */
    keepRetention: (): Promise<boolean> => runIfDue(privacy.retention.job, services).finally(privacy.alarm.look),

    /** Takes out what an erasure has left, where that was not possible at once; the worker tries that every minute. */
    sweep: (): Promise<void> => privacy.sweep('at once'),

    /** Erases expired sessions and one-time links, if that was not done within the hour; the worker does that every hour. */
    eraseExpiredAccess: (): Promise<boolean> => runIfDue(privacy.expiredAccess, services),

    /** What the worker runs for the desk. */
    jobs,
    /** Looks whether retention is late. */
    look: privacy.alarm.look,

    stop: (): void => live.stop(),
  };
}
