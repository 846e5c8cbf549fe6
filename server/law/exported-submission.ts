import { type Block, blocksOf } from '#forms/answers.ts';
import { fileSources } from '#forms/file-sources.ts';
import { formOf } from '#forms/forms.ts';
import { definitions, isActionName } from '#server/claims/actions/actions.ts';
import { sentByOf } from '#server/claims/sources/source.ts';
import { correctionView } from '#server/claims/view/correction-view.ts';
import { mergedView } from '#server/claims/view/merged-view.ts';
import { actorsOf, type RecordedAction, recordedActions, recordedActionsOf } from '#server/claims/view/recorded-actions.ts';
import * as submissions from '#server/claims/view/submission-reader.ts';
import { type SubmissionRow, statusOf } from '#server/claims/view/submission-reader.ts';
import { emailView } from '#server/claims/view/submission-view.ts';
import type { App } from '#server/core/app.ts';
import { claimantActor } from '#server/core/audit/audit-event.ts';
import { historyOf, nameIn } from '#server/core/audit/audit-trail.ts';
import { staffNames } from '#server/core/audit/names.ts';
import { answersOf } from '#server/core/database/schema.ts';
import { listEvidence } from '#server/files/evidence.ts';
import type { EvidenceItem } from '#server/files/evidence-item.ts';

/** What is exported about a person. */
export type Export = {
  about: string;
  by: string;
  exportedAt: string;
  submissions: ExportedSubmission[];
  /** Where else something may be held. */
  notInThisFile: readonly string[];
};

export type ExportedSubmission = Awaited<ReturnType<typeof exportSubmission>>;

/** The most events of a history: more than any has. */
const historyLimit = 5_000;

/** Times are ISO 8601, UTC. */
export async function exportSubmission(app: App, row: SubmissionRow) {
  const data = answersOf(row.form_data);
  const form = formOf(row.form_name, data);
  const merged = await submissions.mergedInto(app, row.id);
  const ids = [row.id, ...merged.map(({ id }) => id)];
  const notes = await submissions.notes(app, ids);
  const emails = await submissions.emails(app, ids);
  const files = await listEvidence(app, row.id);
  const attempts = await submissions.attempts(app, ids);
  const corrections = await submissions.corrections(app, ids);
  const messages = await submissions.messages(app, ids);
  const authors = [
    ...messages.map(({ by }) => by),
    ...corrections.flatMap(({ by, undone_by }) => [by, undone_by]),
    ...attempts.flatMap(({ by, undone_by }) => [by, undone_by]),
    row.next_by,
    ...notes.map((note) => note.author_id),
    ...files.flatMap(({ addedBy, takenBackBy }) => [addedBy, takenBackBy]),
  ];
  const names = await staffNames(app, [row.assigned_to, ...actorsOf(row), ...authors]);
  return {
    reference: row.reference,
    form: row.form_name,
    receivedAt: iso(row.created_at),
    receivedBy: row.came_by,
    /** Who sent its sender to us. */
    sentBy: sentByOf(row, await submissions.partnerNames(app, [row.partner_id])),
    status: statusOf(row),
    promisedBy: iso(row.due_at),
    ownTarget: iso(row.target_at),
    ...recordedByName(row, names),
    /** The time at which it was closed as not pursued. */
    notPursued: iso(row.not_pursued_at),
    closingReason: row.closing_reason,
    /** What was sent again and saved into this claim. */
    alsoSent: (await submissions.merged(app, ids)).map(({ form_name: form, created_at: at }) => ({ form, at: iso(at) })),
    /** What our team merged into it, with what was sent. */
    mergedSubmissions: merged.map((one) => {
      const { reference, form, createdAt, cameBy, sections } = mergedView(one);
      return {
        reference,
        form,
        receivedAt: iso(createdAt),
        receivedBy: cameBy,
        sections,
        callPreference: one.call_preference,
        withdrawn: iso(one.withdrawn_at),
        erasureAnswer: one.erasure_answer,
      };
    }),
    nextStep: { kind: row.next_kind, at: iso(row.next_at || null), by: row.next_by === null ? null : nameIn(names, row.next_by) },
    attempts: attempts.map(({ at, by, channel, direction, outcome, text, next_at, undone_at, undone_by }) => ({
      at: iso(at),
      by: nameIn(names, by),
      channel,
      direction,
      outcome,
      text,
      nextStep: iso(next_at),
      takenBack: iso(undone_at),
      takenBackBy: undone_by === null ? null : nameIn(names, undone_by),
    })),
    corrections: corrections
      .map((correction) => ({ ...correctionView(correction, row, names), undone: correction }))
      .map(({ at, by, label, old, new: corrected, undone: { undone_at, undone_by } }) => ({
        at: iso(at),
        by,
        label,
        old,
        new: corrected,
        takenBack: iso(undone_at),
        takenBackBy: undone_by === null ? null : nameIn(names, undone_by),
      })),
    updateAnswered: iso(row.update_answered_at),
    updatedByClaimant: iso(row.claimant_update_at),
    updateSeen: iso(row.claimant_update_seen_at),
    linkRevoked: iso(row.link_revoked_at),
    assignedTo: row.assigned_to === null ? null : nameIn(names, row.assigned_to),
    quarantine: row.quarantined_at === null ? null : { at: iso(row.quarantined_at), reason: row.quarantine_reason ?? '' },
    sections: blocksOf(form, data) satisfies Block[],
    withdrawn: iso(row.withdrawn_at),
    erasureRequested: iso(row.erasure_requested_at),
    erasureAnswer:
      row.erasure_answered_at === null
        ? null
        : {
            at: iso(row.erasure_answered_at),
            by: nameIn(names, row.erasure_answered_by),
            reason: row.erasure_answer ?? '',
          },
    callPreference: row.call_preference,
    messages: messages.map((message) => ({
      at: iso(message.at),
      direction: message.direction,
      channel: message.channel,
      by: message.by === null ? null : nameIn(names, message.by),
      address: message.address,
      replyTo: message.reply_to,
      subject: message.subject,
      text: message.text,
      state: message.state,
      answered: iso(message.answered_at),
    })),
    files: files.map(({ addedBy, takenBackBy, ...file }) =>
      exportedFile(file, {
        addedBy: addedBy === claimantActor.id ? addedByClaimant : nameIn(names, addedBy),
        takenBackBy: takenBackBy === null ? null : nameIn(names, takenBackBy),
      }),
    ),
    notes: notes.map((note) => ({
      at: iso(note.created_at),
      by: nameIn(names, note.author_id),
      text: note.text,
      removedAt: iso(note.removed_at),
    })),
    emails: emails.map(({ email, attempts }) => {
      const view = emailView(email, attempts);
      return {
        kind: view.template,
        to: view.recipient ?? 'our team',
        writtenAt: iso(view.createdAt),
        state: view.state,
        settledAt: iso(view.at),
        attempts: view.attempts.map((attempt) => ({ ...attempt, at: iso(attempt.at) })),
      };
    }),
    history: (await historyOf(app, ids, historyLimit)).map((event) => ({
      ...event,
      at: iso(event.at),
    })),
  };
}

/** A file, with what it says of itself: photographs have the place, the time and the camera. */
function exportedFile(file: Omit<EvidenceItem, 'addedBy' | 'takenBackBy'>, by: { addedBy: string; takenBackBy: string | null }) {
  const { name, size, mediaType, sha256, createdAt, receivedAt, removedAt, scan, virus, previewReason, facts, source } = file;
  return {
    name,
    size,
    mediaType,
    sha256,
    begunAt: iso(createdAt),
    receivedAt: iso(receivedAt),
    addedBy: by.addedBy,
    source: source === null ? null : fileSources[source],
    removedAt: iso(removedAt),
    takenBackBy: by.takenBackBy,
    notGivenOut: whyNotGivenOut[scan],
    virus,
    aboutPreview: previewReason,
    ...facts,
  };
}

const addedByClaimant = 'the claimant';

const whyNotGivenOut: Record<EvidenceItem['scan'], string | null> = {
  none: null,
  clean: null,
  'too-long': null,
  encrypted: null,
  infected: 'A virus was found in it, so it is not given out.',
  waiting: 'It is not scanned for viruses yet, so it is not given out.',
};

type RecordedByName = Partial<Record<RecordedAction['name'], { at: string; by: string } | null>>;

/** Who recorded each action; null where it was not done. */
function recordedByName(row: SubmissionRow, names: Map<string, string>) {
  const done = new Map(recordedActionsOf(row, names).map(({ name, at, by }) => [name, { at: iso(at), by }]));
  const byName = recordedActions.map(({ name }) => [name, done.get(name) ?? null]);
  return Object.fromEntries(byName) as RecordedByName;
}

/** Whether the claimant may read that it was done. */
function isForClaimant(action: string): boolean {
  return !isActionName(action) || !definitions[action].isForTeam;
}

const ourTeam = 'our team';

export function withoutTeam(one: ExportedSubmission): ExportedSubmission {
  const recorded = recordedActions.map(({ name }) => [name, one[name] && { ...one[name], by: ourTeam }]);
  return {
    ...one,
    ...(Object.fromEntries(recorded) as RecordedByName),
    ownTarget: null,
    quarantine: null,
    notes: [],
    attempts: [],
    messages: one.messages.map((message) => (message.by === null ? message : { ...message, by: ourTeam })),
    corrections: one.corrections.map(({ by, takenBackBy, ...correction }) => ({
      ...correction,
      by: by === addedByClaimant ? by : ourTeam,
      takenBackBy: takenBackBy && ourTeam,
    })),
    nextStep: { ...one.nextStep, by: null },
    updateSeen: null,
    status: one.status === 'quarantine' ? 'new' : one.status,
    assignedTo: one.assignedTo === null ? null : ourTeam,
    erasureAnswer: one.erasureAnswer && { ...one.erasureAnswer, by: ourTeam },
    files: one.files.filter(({ addedBy }) => addedBy === addedByClaimant),
    emails: one.emails.map((email) => ({ ...email, attempts: [] })),
    history: one.history
      .filter(({ action }) => isForClaimant(action))
      .map((event) => ({ ...event, actor: event.actor === claimantActor.name ? event.actor : ourTeam, details: {} })),
  };
}

function iso(at: number): string;
function iso(at: number | null): string | null;
function iso(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
