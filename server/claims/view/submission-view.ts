import type { Answers } from '#forms/form.ts';
import { formOf } from '#forms/forms.ts';
import { type PhoneView, phoneViewOf } from '#forms/phone-numbers.ts';
import { type Sender, senderOf } from '#forms/sender.ts';
import { mergedIntoOf } from '#server/claims/merged-into.ts';
import type { App } from '#server/core/app.ts';
import { type HistoryEvent, historyOf, nameIn } from '#server/core/audit/audit-trail.ts';
import { staffNames } from '#server/core/audit/names.ts';
import { answersOf } from '#server/core/database/schema.ts';
import { shownAddress } from '#server/core/email-address.ts';
import { senderEmailKind } from '#server/mail/out/email-store.ts';
import type { StaffMember } from '#server/people/staff/staff-member.ts';
import { type Action, definitions, isActionName } from '../actions/actions.ts';
import { undoableOf } from '../actions/done-actions.ts';
import { isToldByEmail } from '../actions/progress-email.ts';
import { type PrivateLink, privateLinkOf } from '../private-link.ts';
import { sentByOf } from '../sources/source.ts';
import { titleOfSubmissionEmail } from '../submission-emails.ts';
import { type CorrectionView, correctionView } from './correction-view.ts';
import { type MergedView, mergedView } from './merged-view.ts';
import { type EmailView, type MessageView, messageView, reportedStates } from './message-view.ts';
import { type AttemptView, attemptView } from './next-step-view.ts';
import { type OtherSubmission, readOthers } from './other-submissions.ts';
import { actorsOf, type RecordedAction, recordedActionsOf } from './recorded-actions.ts';
import type { AttemptRow, EmailRow, InboxRow, NoteRow, SubmissionRow } from './submission-reader.ts';
import * as submissions from './submission-reader.ts';

/** Everything that the desk shows of one submission. */
export type SubmissionView = InboxRow & {
  data: Answers;
  sender: Sender;
  /** How the sender is rung. */
  phones: PhoneView;
  cameBy: string;
  /** Who sent its sender to us, in words; null where nobody is known. */
  sentBy: string | null;
  recorded: RecordedAction[];
  /** Closed as a claim that did not go ahead. */
  isNotPursued: boolean;
  /** Why it was closed, as its claimant reads it. */
  closingReason: string | null;
  /** An e-mail tells the claimant what staff do. */
  isToldByEmail: boolean;
  quarantine: { at: number; reason: string } | null;
  /** The private link; null for a submission that has none. */
  privateLink: PrivateLink | null;
  /** The reply of the mail server that refused our last e-mail to the sender; null where none did. */
  senderRefuses: string | null;
  /** What a mail server said of an e-mail to the sender that was perhaps not delivered; null where there is none, or somebody spoke to them or heard of them since. */
  perhapsNotDelivered: string | null;
  claimant: ClaimantView;
  /** What the claimant and the team wrote to each other, oldest first. */
  messages: MessageView[];
  notes: NoteView[];
  /** The attempts to make contact, newest first, without those that were undone. */
  attempts: AttemptView[];
  /** What was corrected in the answers, oldest first. */
  corrections: CorrectionView[];
  emails: EmailView[];
  /** Newest first, each with the action that undoes it; null where none does any more. */
  history: (HistoryEvent & { undo: Action | null })[];
  /** What staff merged into it, oldest first. */
  merged: MergedView[];
  /** Submissions of the same person, and about the same car. Newest first, at most ten. */
  others: OtherSubmission[];
};

/** What the claimant did at the page of their claim. */
export type ClaimantView = {
  callPreference: string | null;
  withdrawnAt: number | null;
  erasureRequestedAt: number | null;
  /** The answer to the request for erasure; null where it waits, or there is none. */
  erasureAnswer: { at: number; by: string; text: string } | null;
  /** When the claimant last did something; null where never. */
  updateAt: number | null;
};

export type NoteView = { id: string; author: string; mine: boolean; createdAt: number; text: string };

const historyLimit = 200;

/** Reads one submission with everything that belongs to it, or the one that it was merged into; null where there is none. */
export async function readSubmission(app: App, staff: StaffMember, openedId: string): Promise<SubmissionView | null> {
  const [row] = await submissions.rows(app, [await mergedIntoOf(app.db.db, openedId)]);
  if (!row) return null;
  const { id } = row;
  const [summary] = await submissions.inboxRows(app, [row]);
  if (!summary) return null;
  const merged = await submissions.mergedInto(app, id);
  const ids = [id, ...merged.map((one) => one.id)];
  const notes = (await submissions.notes(app, ids)).filter((note) => note.removed_at === null);
  const emails = await submissions.emails(app, ids);
  const attempts = (await submissions.attempts(app, ids))
    .filter((attempt) => attempt.undone_at === null)
    .toSorted((a, b) => b.at - a.at);
  const corrections = (await submissions.corrections(app, ids)).filter((correction) => correction.undone_at === null);
  const messages = await submissions.messages(app, ids);
  const emailViews = emails.map(({ email, attempts: tries }) => emailView(email, tries));
  const authors = [
    ...messages.map(({ by }) => by),
    ...corrections.map(({ by }) => by),
    ...notes.map((note) => note.author_id),
    ...attempts.map(({ by }) => by),
  ];
  const names = await staffNames(app, [...actorsOf(row), ...authors]);
  const history = await historyWithUndo(app, staff, row, { ids, emails: emailViews });
  const added = new Map(history.filter(isEmailAdded).map(({ at, details }) => [details.message, at]));
  const data = answersOf(row.form_data);
  const sender = senderOf(formOf(row.form_name, data), data);
  return {
    ...summary,
    data,
    sender,
    phones: phoneViewOf(sender.phone),
    cameBy: row.came_by,
    sentBy: sentByOf(row, await submissions.partnerNames(app, [row.partner_id])),
    recorded: recordedActionsOf(row, names),
    isNotPursued: row.not_pursued_at !== null,
    closingReason: row.closing_reason,
    isToldByEmail: isToldByEmail(row, { now: app.now(), emailsSenders: app.env.acknowledge }),
    quarantine: row.quarantined_at === null ? null : { at: row.quarantined_at, reason: row.quarantine_reason ?? '' },
    privateLink: privateLinkOf(row),
    senderRefuses: refusalBySender(emails.map(({ email }) => email)),
    perhapsNotDelivered: undelivered(emails, row),
    claimant: claimantView(row, names),
    messages: messages.map((message) => messageView(message, row, names, emailViews, added.get(message.id))),
    notes: notes.map((note) => noteView(note, { staff, claimId: id }, names)),
    attempts: attempts.map((attempt) => attemptView(attempt, id, names)),
    corrections: corrections.map((correction) => correctionView(correction, row, names)),
    emails: emailViews.filter(({ id: email }) => !messages.some((message) => message.id === email)),
    history,
    merged: merged.map(mergedView),
    others: await readOthers(app, row),
  };
}

const isEmailAdded = ({ action }: HistoryEvent): boolean => action === 'email received' || action === 'email attached';

async function historyWithUndo(
  app: App,
  staff: StaffMember,
  row: SubmissionRow,
  { ids, emails }: { ids: string[]; emails: EmailView[] },
): Promise<SubmissionView['history']> {
  const events = await historyOf(app, ids, historyLimit);
  const undoable = (await undoableOf(app.db.db, row, app.now())).filter(({ action, by }) => mayUndo(staff, action, by));
  return events.map((event) => {
    const found = undoable.find(({ at, action }) => at === event.at && action === event.action);
    const undo = (found?.undo as Action | undefined) ?? null;
    return { ...event, undo: undo !== null && isPossible(undo, emails) ? undo : null };
  });
}

function mayUndo(staff: StaffMember, action: string, by: string): boolean {
  return by === staff.id || !isActionName(action) || !definitions[action].isUndoneByAuthor;
}

/** A message can be taken back until its e-mail was attempted. */
function isPossible(undo: Action, emails: EmailView[]): boolean {
  if (undo.type !== 'message taken back') return true;
  return emails.some(({ id, state, attempts }) => id === undo.messageId && state === 'waiting' && attempts.length === 0);
}

function claimantView(row: SubmissionRow, names: Map<string, string>): ClaimantView {
  return {
    callPreference: row.call_preference,
    withdrawnAt: row.withdrawn_at,
    erasureRequestedAt: row.erasure_requested_at,
    erasureAnswer:
      row.erasure_answered_at === null
        ? null
        : { at: row.erasure_answered_at, by: nameIn(names, row.erasure_answered_by), text: row.erasure_answer ?? '' },
    updateAt: row.claimant_update_at,
  };
}

function noteView(
  note: NoteRow,
  { staff, claimId }: { staff: StaffMember; claimId: string },
  names: Map<string, string>,
): NoteView {
  const { id, created_at: createdAt, text, author_id: authorId } = note;
  return { id, createdAt, text, author: nameIn(names, authorId), mine: authorId === staff.id && note.submission_id === claimId };
}

function refusalBySender(emails: EmailRow[]): string | null {
  const last = emails.findLast(({ kind, finished_at }) => kind === senderEmailKind && finished_at !== null);
  return last?.last_outcome === 'refused' ? last.last_detail : null;
}

function undelivered(
  emails: { email: EmailRow; attempts: AttemptRow[] }[],
  { spoke_at: spokeAt, claimant_update_at: updateAt }: SubmissionRow,
): string | null {
  const last = emails.filter(({ email }) => email.kind === senderEmailKind).map(({ attempts }) => attempts.at(-1));
  const state = 'perhaps not delivered' satisfies EmailView['state'];
  const isOpen = (at: number) => at > Math.max(spokeAt ?? 0, updateAt ?? 0);
  return last.findLast((one) => one?.outcome === state && isOpen(one.at))?.detail ?? null;
}

export function emailView(email: EmailRow, attempts: AttemptRow[]): EmailView {
  const { id, recipient, created_at: createdAt, finished_at: sentAt, failed_at: failedAt } = email;
  const isSent = email.kind === senderEmailKind ? email.last_outcome === 'sent' : email.last_outcome !== 'not sent';
  const last = attempts.at(-1);
  const reported = sentAt === null ? undefined : reportedStates.find((one) => one === last?.outcome);
  const state = reported ?? (sentAt !== null ? (isSent ? 'sent' : 'not sent') : failedAt === null ? 'waiting' : 'failed');
  return {
    id,
    recipient: recipient && shownAddress(recipient),
    createdAt,
    state,
    template: email.template ?? '',
    detail: reported ? (last?.detail ?? null) : email.last_detail,
    title: titleOfSubmissionEmail(email.template ?? ''),
    at: sentAt ?? failedAt,
    nextAttemptAt: state === 'waiting' ? email.run_at : null,
    attempts: attempts.map(({ at, outcome, detail }) => ({ at, outcome, detail })),
  };
}
