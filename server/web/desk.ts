import { act, actOnMany, undoMany } from '#server/claims/actions/act.ts';
import { readAction, readUndo } from '#server/claims/actions/actions.ts';
import { correctableFields } from '#server/claims/actions/correction-actions.ts';
import { enterClaim, findMatches } from '#server/claims/enter-claim.ts';
import { eventStreamsOf } from '#server/claims/inbox/event-streams.ts';
import { inboxPage, searchFirst } from '#server/claims/inbox/inbox.ts';
import { readAssignees } from '#server/claims/inbox/inbox-counts.ts';
import { exportList } from '#server/claims/inbox/list-export.ts';
import { liveUpdatesOf } from '#server/claims/inbox/live-updates.ts';
import { readReplyDraft } from '#server/claims/messages/reply-draft.ts';
import { countOpen, readQueue } from '#server/claims/queue/read-queue.ts';
import { readRinging } from '#server/claims/queue/read-ringing.ts';
import { exportReport, readReport, readReportRows } from '#server/claims/sla/sla-reports.ts';
import { deskSources } from '#server/claims/sources/desk-sources.ts';
import { markUpdateSeen } from '#server/claims/view/submission-reader.ts';
import { readSubmission, type SubmissionView } from '#server/claims/view/submission-view.ts';
import { type App, perApp } from '#server/core/app.ts';
import { readTrail } from '#server/core/audit/audit-trail.ts';
import { createThrottle } from '#server/core/audit/throttle.ts';
import { type JobToRun, readJobKinds, requestJob } from '#server/core/jobs/background-work.ts';
import { workerOf } from '#server/core/jobs/worker.ts';
import { fileChoice } from '#server/files/evidence.ts';
import * as files from '#server/files/staff-evidence.ts';
import { eraseOnRequest, exportPerson, exportPersonWithFiles, findPerson, hasFiles } from '#server/law/privacy.ts';
import { retentionState } from '#server/law/retention.ts';
import { serveRawEmail } from '#server/mail/in/serve-raw-email.ts';
import { attachEmail, countUnsorted, dismissEmail, listNoted, listUnsorted, putEmailBack } from '#server/mail/in/tray.ts';
import { type NewAway, readAway, setAway } from '#server/people/staff/away.ts';
import { needsOf, requirePermission } from '#server/people/staff/gate.ts';
import type { Permission, StaffMember } from '#server/people/staff/staff-member.ts';
import type { PostedSite, TypedSite } from '#server/web/site/typed-site.ts';

export type Desk = ReturnType<typeof deskOf>;

/**
 * What staff work with, from inbox to retention: it checks the permission for each operation. Every operation takes the member
 * of staff. It throws `NotAllowed` for what their role does not allow, and records that in the audit trail.
 */
export const deskOf = perApp((app) => {
  const liveUpdates = liveUpdatesOf(app);
  const streams = eventStreamsOf(app);
  const { jobKinds } = workerOf(app);
  const needs = needsOf(app);

  /** What staff do: by name the permission that it needs, and the function, which gets the member of staff first. */
  const operations = {
    /** A page of the list, by the key that another page gave as `next` or `previous`. */
    inbox: needs('read submissions', inboxPage),
    /** The first rows of a search, while it is typed. */
    searchFirst: needs('read submissions', searchFirst),
    /** Every open submission by its next step. */
    queue: needs('read submissions', readQueue),
    /** How many are in it, of which it has the first alone. */
    openCount: needs('read submissions', countOpen),
    /** Who waits by a target of minutes or two hours. */
    ringing: needs('read submissions', readRinging),
    assignees: needs('read submissions', readAssignees),
    away: needs('read submissions', ({ db, now }) => readAway(db.db, now())),
    setAway: needs('change submissions', async (_, staff, given: NewAway) =>
      setAway(app, staff, given).finally(liveUpdates.notify),
    ),
    submission: needs('read submissions', viewSubmission),
    retentionState: needs('read submissions', retentionState),
    /** The e-mails that belong to no claim, and what staff do with one. */
    unsorted: needs('read submissions', listUnsorted),
    noted: needs('read submissions', listNoted),
    countUnsorted: needs('read submissions', countUnsorted),
    attachEmail: needs('change submissions', attachEmail),
    dismissEmail: needs('change submissions', dismissEmail),
    putEmailBack: needs('change submissions', putEmailBack),
    /** An e-mail that came in, as it came. */
    rawEmail: needs('read submissions', serveRawEmail),
    /** What is needed to write to the claimant. */
    replyDraft: needs('change submissions', readReplyDraft),
    runAction: needs('change submissions', act),
    actOnMany: needs('change submissions', actOnMany),
    undoMany: needs('change submissions', undoMany),
    /** The claims that somebody may mean who calls: with the same phone number or registration. */
    matches: needs('read submissions', findMatches),
    enterClaim: needs('change submissions', enterClaim),
    /** How soon people were contacted, by each target, grouped; and who waits too long. */
    slaReport: needs('see response times', readReport),
    /** The submissions behind a figure of it. */
    slaReportList: needs('see response times', readReportRows),
    slaReportFile: needs('export list', exportReport),
    /** A list as CSV or XLSX. What reads no further cancels it. */
    listFile: needs('export list', exportList),
    findPerson: needs('export person', findPerson),
    exportPerson: needs('export person', exportPerson),
    exportPersonWithFiles: needs('export person', exportPersonWithFiles),
    hasFiles: needs('export person', hasFiles),
    erase: needs('erase', (_, staff, ids: string[], reason: string) =>
      eraseOnRequest(app, staff, ids, reason).finally(liveUpdates.notify),
    ),
    auditTrail: needs('read audit trail', readTrail),
    /** Every kind of job: its last and next runs, what waits and what failed. */
    backgroundWork: needs('run background work', () => readJobKinds(app, jobKinds)),
    runJob: needs('run background work', (_, staff, request: JobToRun) => requestJob(app, jobKinds, staff, request)),
    /** What owners changed of the site: the history, what they may change, and its publication. */
    site: needs('change the site', async () => (await editSite()).readSite(app)),
    checkSite: needs('change the site', async (_, _staff, typed: TypedSite) => (await editSite()).checkSite(typed)),
    publishSite: needs('change the site', async (_, staff, posted: PostedSite) =>
      (await editSite()).publishSite(app, staff, posted),
    ),
    putSiteBack: needs('change the site', async (_, staff, to: number, after: number) =>
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
  };

  return {
    ...operations,
    ...ungated,

    /** Where claims come from. */
    sources: deskSources(app),
    /** The files of claims. */
    evidence: {
      choice: fileChoice(app),
      list: needs('read submissions', files.list),
      add: needs('change submissions', files.add),
      takeBack: needs('change submissions', files.takeBack),
      putBack: needs('change submissions', files.putBack),
      serve: needs('read submissions', files.serve),
      removeInfected: needs('change submissions', files.removeInfected),
      askForPreview: needs('change submissions', files.askForPreview),
      zip: needs('read submissions', files.zip),
    },
  };
});

const isViewDueOf = perApp(({ now }) => createThrottle(now));

async function viewSubmission(app: App, staff: StaffMember, id: string): Promise<SubmissionView | null> {
  const view = await readSubmission(app, staff, id);
  if (!view) return null;
  // An open page reads its claim again with each change: that is one view.
  if (isViewDueOf(app)(`${staff.id} ${view.id}`))
    await app.audit.record({ actor: staff, action: 'submission viewed', subjectId: view.id });
  if (view.isUpdated && view.claimant.updateAt !== null) {
    await markUpdateSeen(app, view.id, view.claimant.updateAt);
    liveUpdatesOf(app).notify();
  }
  return view;
}

/** Loaded when an owner opens it, because it reads every page of the content, which a program outside the build cannot. */
const editSite = () => import('#server/web/site/edit-site.ts');
