import { type Block, blocksOf } from '#forms/answers.ts';
import { fieldsOf } from '#forms/form.ts';
import { formOf } from '#forms/forms.ts';
import type { Audit } from '#server/audit/audit.ts';
import { historyOf, nameIn } from '#server/audit/audit-trail.ts';
import { answersOf } from '#server/database/schema.ts';
import { letterView } from '#server/submissions/view/describe-submission.ts';
import { statusOf } from '#server/submissions/view/inbox-row.ts';
import type { SubmissionRow, SubmissionStore } from '#server/submissions/view/view-store.ts';

/** Longer than the history of anything. */
const mostEvents = 5_000;

export type Dossier = Awaited<ReturnType<typeof dossierOf>>;

/** Everything that is held about one submission, for the person who sent it. Times are ISO 8601, UTC. */
export async function dossierOf(services: { submissions: SubmissionStore; audit: Audit }, row: SubmissionRow) {
  const { submissions } = services;
  const data = answersOf(row.form_data);
  const form = formOf(row.form_name, data);
  const asked = new Set(fieldsOf(form).map(({ name }) => name));
  const notes = await submissions.notes(row.id);
  const letters = await submissions.letters(row.id);
  const names = await submissions.names([
    row.assigned_to,
    row.contacted_by,
    row.closed_by,
    ...notes.map((note) => note.author_id),
  ]);
  const done = (at: number | null, by: string | null) => (at === null ? null : { at: iso(at), by: nameIn(names, by) });
  return {
    reference: row.reference,
    form: row.form_name,
    receivedAt: iso(row.created_at),
    receivedBy: row.came_by,
    status: statusOf(row),
    promisedBy: iso(row.due_at),
    ownAim: iso(row.target_at),
    contacted: done(row.contacted_at, row.contacted_by),
    closed: done(row.closed_at, row.closed_by),
    assignedTo: row.assigned_to === null ? null : nameIn(names, row.assigned_to),
    quarantine: row.quarantined_at === null ? null : { at: iso(row.quarantined_at), reason: row.quarantine_reason ?? '' },
    sections: blocksOf(form, data) satisfies Block[],
    /** To questions that the form no longer asks. */
    otherAnswers: Object.fromEntries(Object.entries(data).filter(([name]) => !asked.has(name))),
    notes: notes.map((note) => ({
      at: iso(note.created_at),
      by: nameIn(names, note.author_id),
      text: note.text,
      takenAwayAt: iso(note.removed_at),
    })),
    letters: letters.map(({ letter, tries }) => {
      const { kind, recipient, createdAt, state, at, tries: tried } = letterView(letter, tries);
      return {
        ...{ kind, to: recipient ?? 'our team', writtenAt: iso(createdAt), state, settledAt: iso(at) },
        tries: tried.map((one) => ({ ...one, at: iso(one.at) })),
      };
    }),
    history: (await historyOf({ audit: services.audit, names: services.submissions.names }, row.id, mostEvents)).map((event) => ({
      ...event,
      at: iso(event.at),
    })),
  };
}

function iso(at: number): string;
function iso(at: number | null): string | null;
function iso(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
