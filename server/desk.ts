import type { Audit } from '#server/audit/audit.ts';
import { createReadTrail } from '#server/audit/audit-trail.ts';
import { createThrottle } from '#server/audit/throttle.ts';
import { type App, bind } from '#server/core/app.ts';
import type { Database } from '#server/database/database.ts';
import type { Evidence } from '#server/evidence/evidence.ts';
import type { Tray } from '#server/inbound/tray.ts';
import { type JobToRun, readJobKinds, requestJob } from '#server/jobs/background-work.ts';
import type { JobKind } from '#server/jobs/define-job.ts';
import { runIfDue } from '#server/jobs/run-job.ts';
import type { Log } from '#server/observability/log.ts';
import {
  copyForClaimant,
  eraseOnRequest,
  expiredAccessJob,
  exportPerson,
  exportPersonWithFiles,
  findPerson,
  hasFiles,
  privacyModule,
} from '#server/privacy/privacy.ts';
import { purge } from '#server/privacy/purge.ts';
import { retentionJob, retentionState } from '#server/privacy/retention.ts';
import type { PostedSite, TypedSite } from '#server/site/typed-site.ts';
import { type NewAway, readAway, setAway } from '#server/staff/away.ts';
import { needsOf, requirePermission } from '#server/staff/gate.ts';
import type { Permission, StaffMember } from '#server/staff/staff-member.ts';
import { createActOnMany } from '#server/submissions/actions/act-on-many.ts';
import { readAction, readUndo } from '#server/submissions/actions/actions.ts';
import { correctableFields } from '#server/submissions/actions/correction-actions.ts';
import { createRunAction } from '#server/submissions/actions/run-action.ts';
import { createEnterClaim } from '#server/submissions/enter-claim.ts';
import { createCsvExport } from '#server/submissions/inbox/csv-export.ts';
import { createEventStreams } from '#server/submissions/inbox/event-streams.ts';
import { createInbox } from '#server/submissions/inbox/inbox.ts';
import { createReadAssignees } from '#server/submissions/inbox/inbox-counts.ts';
import type { InboxFilter } from '#server/submissions/inbox/inbox-query.ts';
import type { LiveUpdates } from '#server/submissions/inbox/live-updates.ts';
import { createReadReplyDraft } from '#server/submissions/messages/reply-draft.ts';
import { createFillNextSteps } from '#server/submissions/queue/fill-next-steps.ts';
import { countOpen, createReadQueue } from '#server/submissions/queue/read-queue.ts';
import { readRinging } from '#server/submissions/queue/read-ringing.ts';
import type { SearchIndexing } from '#server/submissions/search/search-indexing.ts';
import { createSearchStore } from '#server/submissions/search/search-store.ts';
import { createSlaReports } from '#server/submissions/sla/sla-reports.ts';
import { deskSources } from '#server/submissions/sources/desk-sources.ts';
import { createSubmissionStore } from '#server/submissions/submission-store.ts';
import { createSubmissionReader } from '#server/submissions/view/submission-reader.ts';
import { createReadSubmission, type SubmissionView } from '#server/submissions/view/submission-view.ts';
import { createDeskActions } from './desk-actions.ts';
import { createDeskEvidence } from './desk-evidence.ts';

export type Desk = ReturnType<typeof openDesk>;

export type DeskServices = {
  database: Database;
  /** What the process is made of. */
  app: App;
  /** Every kind of job that the process runs. */
  jobKinds: readonly JobKind[];
  audit: Audit;
  evidence: Evidence;
  liveUpdates: LiveUpdates;
  indexing: Pick<SearchIndexing, 'indexAll'>;
  /** Called after this process has stored a submission, with whether it added jobs. */
  onStored: (hasJobs: boolean) => void;
  log: Log;
  now: () => number;
  wakeWorker: () => void;
  /** Whether senders of a form get e-mails; they do not unless this is given. */
  emailsSenders?: boolean;
  /** The e-mails that belong to no claim. */
  tray: Tray;
  /** The origin of links. */
  siteUrl: string;
  /** The key of the digests of searches. */
  secret: string;
};

/**
 * Opens what staff work with, from inbox to retention, and checks the permission for each operation. Every operation takes the member
 * of staff. It throws `NotAllowed` for what their role does not allow, and records that in the audit trail. The jobs run once a
 * worker is started with them.
 */
export function openDesk(services: DeskServices) {
  const { app, database, audit, liveUpdates, now } = services;
  const submissions = createSubmissionReader(database);
  const search = createSearchStore(database);
  const inbox = createInbox({ ...services, search, submissions, changes: liveUpdates.changes });
  const readAssignees = createReadAssignees(database);
  const csvExport = createCsvExport({ ...services, inbox, submissions });
  const streams = createEventStreams(liveUpdates);
  const readSubmission = createReadSubmission({ ...services, submissions, search });
  const runAction = createRunAction({ ...services, submissions, emailsSenders: services.emailsSenders ?? false });
  const many = createActOnMany({ ...services, submissions, runAction });
  const actions = createDeskActions({ runAction, many, submissions, streams, liveUpdates });
  const report = createSlaReports({ ...services, submissions });
  const store = createSubmissionStore(database, services);
  const { findMatches, enterClaim } = createEnterClaim({ ...services, submissions, search, store });
  const nextSteps = createFillNextSteps(services);
  const { alarms, jobs } = privacyModule(app);
  const person = bind(app, { findPerson, exportPerson, exportPersonWithFiles, hasFiles });
  const readTrail = createReadTrail({ ...services, submissions });
  const needs = needsOf(app);
  const isViewDue = createThrottle(now);

  /** What staff do: by name the permission that it needs, and the function, which gets the member of staff first. */
  const operations = {
    /** A page of the list, by the key that another page gave as `next` or `previous`. */
    inbox: needs('read submissions', inbox.page),
    /** The first rows of a search, while it is typed. */
    searchFirst: needs('read submissions', inbox.first),
    /** Every open submission by its next step. */
    queue: needs('read submissions', createReadQueue({ ...services, submissions, search })),
    /** How many are in it, of which it has the first alone. */
    openCount: needs('read submissions', (staff, which: { own: boolean }) => countOpen(app, staff, which)),
    /** Who waits by a target of minutes or two hours. */
    ringing: needs('read submissions', () => readRinging(app)),
    assignees: needs('read submissions', readAssignees),
    away: needs('read submissions', () => readAway(database.db, now())),
    setAway: needs('change submissions', async (staff: StaffMember, given: NewAway) =>
      setAway(app, staff, given).finally(liveUpdates.notify),
    ),
    submission: needs('read submissions', viewSubmission),
    retentionState: needs('read submissions', () => retentionState(app)),
    /** The e-mails that belong to no claim, and what staff do with one. */
    unsorted: needs('read submissions', services.tray.list),
    countUnsorted: needs('read submissions', services.tray.count),
    attachEmail: needs('change submissions', (...sorted: Parameters<Tray['attach']>) =>
      services.tray.attach(...sorted).finally(liveUpdates.notify),
    ),
    dismissEmail: needs('change submissions', services.tray.dismiss),
    putEmailBack: needs('change submissions', services.tray.putBack),
    /** What is needed to write to the claimant. */
    replyDraft: needs('change submissions', createReadReplyDraft({ submissions })),
    runAction: needs('change submissions', actions.runAction),
    actOnMany: needs('change submissions', actions.actOnMany),
    undoMany: needs('change submissions', actions.undoMany),
    /** The claims that somebody may mean who calls: with the same phone number or registration. */
    matches: needs('read submissions', findMatches),
    enterClaim: needs('change submissions', async (...entered: Parameters<typeof enterClaim>) => {
      const outcome = await enterClaim(...entered);
      if (outcome.kind === 'done') services.onStored(true);
      return outcome;
    }),
    /** How soon people were contacted, by each target, grouped; and who waits too long. */
    slaReport: needs('see response times', report.read),
    /** The submissions behind a figure of it. */
    slaReportList: needs('see response times', report.list),
    slaReportCsv: needs('export list', report.csv),
    findPerson: needs('export person', person.findPerson),
    exportPerson: needs('export person', person.exportPerson),
    exportPersonWithFiles: needs('export person', person.exportPersonWithFiles),
    hasFiles: needs('export person', person.hasFiles),
    erase: needs('erase', (staff, ids: string[], reason: string) =>
      eraseOnRequest(app, staff, ids, reason).finally(liveUpdates.notify),
    ),
    auditTrail: needs('read audit trail', readTrail),
    /** Every kind of job: its last and next runs, what waits and what failed. */
    backgroundWork: needs('run background work', () => readJobKinds(app, services.jobKinds)),
    runJob: needs('run background work', (staff: StaffMember, request: JobToRun) =>
      requestJob(app, services.jobKinds, staff, request),
    ),
    /** What owners changed of the site: the history, what they may change, and its publication. */
    site: needs('change the site', async () => (await editSite()).readSite(app)),
    checkSite: needs('change the site', async (_: StaffMember, typed: TypedSite) => (await editSite()).checkSite(typed)),
    publishSite: needs('change the site', async (staff: StaffMember, posted: PostedSite) =>
      (await editSite()).publishSite(app, staff, posted),
    ),
    putSiteBack: needs('change the site', async (staff: StaffMember, to: number, after: number) =>
      (await editSite()).putSiteBack(app, staff, to, after),
    ),
  };

  /** What no permission is needed for: no member of staff does it, or it reads nothing that is stored. */
  const ungated = {
    requirePermission: (staff: StaffMember, permission: Permission) => requirePermission(app, staff, permission),
    readAction,
    readUndo,
    callingHours: app.callingHours,
    correctableFields,
    /**
     * Calls back, at most twice a second, when something arrived or was changed, on any instance. Returns a function that ends that.
     */
    subscribe: liveUpdates.subscribe,
    /** The same notifications for a browser, as server-sent events. */
    events: streams.events,
    hasRoomForEvents: streams.hasRoom,
    typesAt: streams.typesAt,
    /** Closes all streams before the process ends, because they would delay it. */
    closeStreams: streams.closeAll,
    copyForClaimant: copyForClaimant.bind(null, app),
    /** The kinds of job, for the worker, and for tests and commands that run one. */
    jobs: [...jobs, nextSteps.jobKind],
    indexNow: services.indexing.indexAll,
    runRetention: (): Promise<boolean> => runIfDue(app, retentionJob).finally(app.checkAlarms),
    purge: (): Promise<void> => purge(app, 'now'),
    eraseExpiredAccess: (): Promise<boolean> => runIfDue(app, expiredAccessJob),
    alarms,
    close: inbox.close,
  };

  return {
    ...operations,
    ...ungated,

    /** Where claims come from. */
    sources: deskSources(app),
    /** The files of claims. */
    evidence: createDeskEvidence({
      ...services,
      needs,
      checkAlarms: app.checkAlarms,
      staffNames: submissions.staffNames,
      referenceOf: async (id) => (await submissions.rows([id]))[0]?.reference ?? null,
    }),

    /** The list as CSV, in chunks. A caller that stops early calls `return`, as `for await` does. */
    csv: async function* (staff: StaffMember, filter: InboxFilter): AsyncGenerator<string> {
      await requirePermission(app, staff, 'export list');
      yield* csvExport(staff, filter);
    },
  };

  async function viewSubmission(staff: StaffMember, id: string): Promise<SubmissionView | null> {
    const view = await readSubmission(staff, id);
    if (!view) return null;
    // An open page reads its claim again with each change: that is one view.
    if (isViewDue(`${staff.id} ${view.id}`))
      await audit.record({ actor: staff, action: 'submission viewed', subjectId: view.id });
    if (view.isUpdated && view.claimant.updateAt !== null) {
      await submissions.markUpdateSeen(view.id, view.claimant.updateAt);
      liveUpdates.notify();
    }
    return view;
  }
}

/** Loaded when an owner opens it, because it reads every page of the content, which a program outside the build cannot. */
const editSite = () => import('#server/site/edit-site.ts');
