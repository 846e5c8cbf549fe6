import { retentionDays } from '#content/retention-days.ts';
import type { Audit } from '#server/audit/audit.ts';
import { type AuditTrail, createReadTrail } from '#server/audit/audit-trail.ts';
import type { Database } from '#server/database/database.ts';
import type { Evidence } from '#server/evidence/evidence.ts';
import { createBackgroundWork, type JobKindView, type JobOutcome, type JobToRun } from '#server/jobs/background-work.ts';
import { defineJob, done, every, type JobKind } from '#server/jobs/define-job.ts';
import type { JobQueue } from '#server/jobs/queue.ts';
import { runIfDue } from '#server/jobs/run-job.ts';
import type { Log } from '#server/observability/log.ts';
import type { RetentionDays } from '#server/privacy/expired-records.ts';
import type { ExportedZip } from '#server/privacy/export-zip.ts';
import { createPrivacy, type Erasure } from '#server/privacy/privacy.ts';
import type { RetentionState } from '#server/privacy/retention.ts';
import type { RetentionAlarm } from '#server/privacy/retention-alarms.ts';
import type { ExportedFile, ExportFormat } from '#server/privacy/subject-access-export.ts';
import { createRefusals, isAllowed, NotAllowed, type Permission, type StaffMember } from '#server/staff/staff-member.ts';
import { type Action, type ActionOutcome, createRunAction, readAction, readUndo } from '#server/submissions/actions/actions.ts';
import { createCsvExport } from '#server/submissions/inbox/csv-export.ts';
import { createInbox, type InboxPage } from '#server/submissions/inbox/inbox.ts';
import { type Assignee, createReadAssignees } from '#server/submissions/inbox/inbox-counts.ts';
import type { InboxFilter } from '#server/submissions/inbox/inbox-query.ts';
import { createEventStreams, createLiveUpdates } from '#server/submissions/inbox/live-updates.ts';
import { createSearchBackfill } from '#server/submissions/search/search-backfill.ts';
import { createSearchStore } from '#server/submissions/search/search-store.ts';
import { createDueReminders, type ReadOwners, reminderKind } from '#server/submissions/sla/due-reminders.ts';
import { type ResponseWeek, readSlaReport } from '#server/submissions/sla/sla-report.ts';
import { createSubmissionReader, type InboxRow } from '#server/submissions/view/submission-reader.ts';
import { createReadSubmission, type SubmissionView } from '#server/submissions/view/submission-view.ts';

import { createDeskEvidence } from './desk-evidence.ts';

const minute = 60_000;

export type Desk = ReturnType<typeof openDesk>;

export type DeskServices = {
  database: Database;
  queue: JobQueue;
  /** Kinds of job of other folders, shown beside the desk's own. */
  otherJobKinds?: readonly JobKind[];
  audit: Audit;
  evidence: Evidence;
  log: Log;
  now: () => number;
  wakeWorker: () => void;
  /** Who gets the reminder of a breached response target. */
  owners: ReadOwners;
  /** Whether senders of a form get an acknowledgement; they do not unless this is given. */
  acknowledges?: boolean;
  /** The folder in which e-mails are kept while no mail server is set; null where they are not. */
  mailFolder: string | null;
  /** The folder in which restores set aside the store that they replace; none unless given. */
  dataDir?: string;
  /** The retention periods; those of content/retention-days.ts unless given. */
  retention?: RetentionDays;
  /** The key of the digests of searches. */
  secret: string;
};

/**
 * Opens what staff work with, from inbox to retention, and checks the permission for each operation. Every operation takes the member
 * of staff. It throws `NotAllowed` for what their role does not allow, and records that in the audit trail. The jobs run once a
 * worker is started with them.
 */
export function openDesk(services: DeskServices) {
  const { database, audit, now } = services;
  const submissions = createSubmissionReader(database);
  const search = createSearchStore(database);
  const liveUpdates = createLiveUpdates(services);
  const inbox = createInbox({ ...services, search, submissions, changes: liveUpdates.changes });
  const readAssignees = createReadAssignees(database);
  const csvExport = createCsvExport({ ...services, inbox, submissions });
  const streams = createEventStreams(liveUpdates);
  const readSubmission = createReadSubmission({ submissions, search, audit });
  const runAction = createRunAction({ ...services, submissions, acknowledges: services.acknowledges ?? false });
  const backfill = createSearchBackfill({ store: search, now });
  const sendDueReminders = createDueReminders(services);
  const days = services.retention ?? retentionDays;
  const privacy = createPrivacy({ ...services, submissions, search, completeIndex: backfill.runOnce, days });
  const readTrail = createReadTrail({ ...services, names: submissions.staffNames, emails: submissions.staffEmails });
  const refusals = createRefusals(services);
  const jobKinds: JobKind[] = [
    defineJob({
      kind: reminderKind,
      title: 'Reminders of response targets',
      next: every(minute),
      handle: async () => done(`${await sendDueReminders()} reminded.`),
    }),
    ...privacy.jobKinds,
    backfill.jobKind,
  ];
  const background = createBackgroundWork({ ...services, jobKinds: [...(services.otherJobKinds ?? []), ...jobKinds] });

  async function requirePermission(staff: StaffMember, permission: Permission): Promise<void> {
    if (isAllowed(staff, permission)) return;
    await refusals.record(staff, { details: { permission } });
    throw new NotAllowed();
  }

  return {
    requirePermission,

    /** A page of the list. `page`: a key that another page gave as `next` or `previous`. */
    inbox: async (staff: StaffMember, filter: InboxFilter, page: string | null = null): Promise<InboxPage> => {
      await requirePermission(staff, 'read submissions');
      return inbox.page(staff, filter, page);
    },

    assignees: async (staff: StaffMember): Promise<Assignee[]> => {
      await requirePermission(staff, 'read submissions');
      return readAssignees();
    },

    submission: async (staff: StaffMember, id: string): Promise<SubmissionView | null> => {
      await requirePermission(staff, 'read submissions');
      const view = await readSubmission(staff, id);
      if (!view) return null;
      await audit.record({ actor: staff, action: 'submission viewed', subjectId: id });
      if (view.isUpdated && view.claimant.updateAt !== null) {
        await submissions.markUpdateSeen(id, view.claimant.updateAt);
        liveUpdates.notify();
      }
      return view;
    },

    /** The files of claims. */
    evidence: createDeskEvidence({
      ...services,
      ...{ requirePermission, staffNames: submissions.staffNames },
      referenceOf: async (id) => (await submissions.rows([id]))[0]?.reference ?? null,
    }),

    runAction: async (staff: StaffMember, id: string, action: Action): Promise<ActionOutcome> => {
      await requirePermission(staff, 'change submissions');
      const outcome = await runAction(staff, id, action);
      if (outcome.kind === 'done') liveUpdates.notify();
      return outcome;
    },

    readAction,
    readUndo,

    /** The list as CSV, in chunks. Whoever stops early calls `return`, as `for await` does. */
    csv: async function* (staff: StaffMember, filter: InboxFilter): AsyncGenerator<string> {
      await requirePermission(staff, 'export list');
      yield* csvExport(staff, filter);
    },

    /**
     * Calls back, at most twice a second, when something arrived or was changed, on any instance. Returns a function that ends that.
     */
    subscribe: (onChange: () => void): (() => void) => liveUpdates.subscribe(onChange),
    /** The same notifications for a browser, as server-sent events. */
    events: streams.events,
    hasRoomForEvents: streams.hasRoom,
    /** Closes all streams before the process ends, because they would delay it. */
    closeStreams: streams.closeAll,
    /** Notifies subscribers that this process has stored a submission. */
    notifyStored: (): void => liveUpdates.notify(),

    slaReport: async (staff: StaffMember): Promise<ResponseWeek[]> => {
      await requirePermission(staff, 'see response times');
      return readSlaReport(database, now());
    },

    findPerson: async (staff: StaffMember, contact: string): Promise<InboxRow[]> => {
      await requirePermission(staff, 'export person');
      return privacy.findPerson(staff, contact);
    },

    exportPerson: async (staff: StaffMember, contact: string, format: ExportFormat): Promise<ExportedFile> => {
      await requirePermission(staff, 'export person');
      return privacy.exportPerson(staff, contact, format);
    },

    exportPersonWithFiles: async (staff: StaffMember, contact: string): Promise<ExportedZip> => {
      await requirePermission(staff, 'export person');
      return privacy.exportPersonWithFiles(staff, contact);
    },

    /** Whether an export of what was found has files. */
    hasFiles: async (staff: StaffMember, rows: InboxRow[]): Promise<boolean> => {
      await requirePermission(staff, 'export person');
      return privacy.hasFiles(rows);
    },

    erase: async (staff: StaffMember, ids: string[], reason: string): Promise<Erasure> => {
      await requirePermission(staff, 'erase');
      return privacy.erase(staff, ids, reason).finally(liveUpdates.notify);
    },

    /** A copy of one submission without what is only for the team, for the claimant, whose link was checked. */
    copyForClaimant: privacy.copyForClaimant,

    retentionState: async (staff: StaffMember): Promise<RetentionState> => {
      await requirePermission(staff, 'read submissions');
      return privacy.retention.state();
    },

    auditTrail: async (staff: StaffMember, before: string | null = null): Promise<AuditTrail> => {
      await requirePermission(staff, 'read audit trail');
      return readTrail(staff, before);
    },

    /** Every kind of job: its last and next runs, what waits and what failed. */
    backgroundWork: async (staff: StaffMember): Promise<JobKindView[]> => {
      await requirePermission(staff, 'run background work');
      return background.kinds();
    },

    runJob: async (staff: StaffMember, job: JobToRun): Promise<JobOutcome> => {
      await requirePermission(staff, 'run background work');
      return background.run(staff, job);
    },

    /** The kinds of job, for the worker, and for tests and commands that run one. */
    jobKinds,
    indexNow: backfill.run,
    sendDueReminders,
    runRetention: (): Promise<boolean> => runIfDue(privacy.retention.jobKind, services).finally(privacy.alarm.check),
    purge: (): Promise<void> => privacy.purge('now'),
    eraseExpiredAccess: (): Promise<boolean> => runIfDue(privacy.expiredAccess, services),

    alarms: (): RetentionAlarm[] => privacy.alarm.alarms(),
    checkAlarms: privacy.alarm.check,
    stop: (): void => liveUpdates.stop(),
  };
}
