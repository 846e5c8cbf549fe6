import { site } from '#content/site.ts';
import { type Block, blocksOf } from '#forms/answers.ts';
import { fieldsOf } from '#forms/form.ts';
import { formOf } from '#forms/forms.ts';
import type { Audit } from '#server/audit/audit.ts';
import { claimantActor } from '#server/audit/audit-event.ts';
import { historyOf, nameIn } from '#server/audit/audit-trail.ts';
import { answersOf } from '#server/database/schema.ts';
import type { Evidence } from '#server/evidence/evidence.ts';
import type { EvidenceItem } from '#server/evidence/evidence-item.ts';
import { actorsOf, type RecordedAction, recordedActions, recordedActionsOf } from '#server/submissions/actions/transitions.ts';
import { type SubmissionReader, type SubmissionRow, statusOf } from '#server/submissions/view/submission-reader.ts';
import { emailView } from '#server/submissions/view/submission-view.ts';

export type ExportFormat = 'json' | 'text';
export type ExportedFile = { fileName: string; contentType: string; body: string };

/** `isForClaimant`: without the notes and names of staff, and the replies of mail servers. */
type ExportRequest = { contact: string; rows: SubmissionRow[]; isForClaimant?: boolean };

type Export = { about: string; by: string; exportedAt: string; submissions: ExportedSubmission[] };

type ExportServices = {
  submissions: SubmissionReader;
  evidence: Pick<Evidence, 'list'>;
  audit: Audit;
  now: () => number;
};

/** Subject access: everything that is held about a person, for programs or for people to read. */
export async function exportFile(
  services: ExportServices,
  request: ExportRequest & { format: ExportFormat },
): Promise<ExportedFile> {
  const files = await exportFiles(services, request);
  return files[request.format];
}

export async function exportFiles(
  services: ExportServices,
  { contact, rows, isForClaimant = false }: ExportRequest,
): Promise<Record<ExportFormat, ExportedFile>> {
  const submissions: ExportedSubmission[] = [];
  for (const row of rows) {
    const one = await exportSubmission(services, row);
    submissions.push(isForClaimant ? withoutTeam(one) : one);
  }
  const exportedAt = new Date(services.now()).toISOString();
  const held: Export = { about: contact.trim(), by: site.legalName, exportedAt, submissions };
  const name = `what-we-hold-${exportedAt.slice(0, 10)}`;
  const json = `${JSON.stringify(held, null, 2)}\n`;
  return {
    json: { fileName: `${name}.json`, contentType: 'application/json; charset=utf-8', body: json },
    text: { fileName: `${name}.txt`, contentType: 'text/plain; charset=utf-8', body: textOf(held) },
  };
}

function textOf({ about, by, exportedAt, submissions }: Export): string {
  const count = submissions.length === 1 ? '1 submission' : `${submissions.length} submissions`;
  const head = [`What ${by} holds about ${about}`, `Exported ${exportedAt}: ${count}. Times are UTC.`];
  return `${[...head, ...submissions.map(textOfOne)].join('\n\n')}\n`;
}

function textOfOne(one: ExportedSubmission): string {
  const title = `${one.form}, reference ${one.reference}`;
  const facts = [
    `Received ${one.receivedAt}. Status: ${one.status}.`,
    ...(one.promisedBy ? [`Contact promised by ${one.promisedBy}.`] : []),
    ...recordedActions.flatMap(({ name, title }) => {
      const action = one[name];
      return action ? [`${title} ${action.at} by ${action.by}.`] : [];
    }),
    ...(one.notPursued ? [`Did not go ahead: closed ${one.notPursued}.`] : []),
    ...(one.callPreference ? [`Wants to be called: ${indented(one.callPreference)}`] : []),
    ...(one.withdrawn ? [`Withdrawn ${one.withdrawn}.`] : []),
    ...(one.erasureRequested ? [`Erasure requested ${one.erasureRequested}.`] : []),
    ...(one.erasureAnswer
      ? [`Answered ${one.erasureAnswer.at} by ${one.erasureAnswer.by}: ${indented(one.erasureAnswer.reason)}`]
      : []),
    ...(one.assignedTo ? [`Assigned to ${one.assignedTo}.`] : []),
    ...(one.quarantine ? [`In quarantine since ${one.quarantine.at}: ${one.quarantine.reason}.`] : []),
  ];
  const sections = one.sections.map(({ title, lines }) =>
    section(
      title,
      lines.map(({ label, value }) => `${label}: ${indented(value)}`),
    ),
  );
  const others = Object.entries(one.otherAnswers);
  return [
    `${title}\n${'='.repeat(title.length)}`,
    facts.join('\n'),
    ...sections,
    ...(others.length > 0
      ? [
          section(
            'Also held',
            others.map(([name, value]) => `${name}: ${indented(value)}`),
          ),
        ]
      : []),
    section(
      'Messages from the claimant',
      one.messages.map(({ at, text }) => `${at}: ${indented(text)}`),
    ),
    section('Files', one.files.flatMap(linesOfFile)),
    section(
      'Notes',
      one.notes.map(({ at, by, text, removedAt }) => `${at} ${by}${removedAt ? ' (removed)' : ''}: ${indented(text)}`),
    ),
    section(
      'E-mails',
      one.emails.flatMap(({ writtenAt, kind, to, state, attempts }) => [
        `${writtenAt} ${kind} to ${to}: ${state}`,
        ...attempts.map(({ at, outcome, detail }) => `  ${at} ${outcome}: ${indented(detail)}`),
      ]),
    ),
    section(
      'What was done',
      one.history.map(({ at, actor, text }) => `${at} ${actor}: ${text}`),
    ),
  ].join('\n\n');
}

function linesOfFile(file: ExportedSubmission['files'][number]) {
  const { name, size, mediaType, sha256, receivedAt, addedBy, removedAt, notGivenOut } = file;
  const removed = removedAt && `Removed by the claimant ${removedAt}, and kept`;
  const facts = [`SHA-256 ${sha256}`, removed, notGivenOut].filter(Boolean).map((fact) => `  ${fact}`);
  return [`${name}: ${mediaType}, ${size} bytes, received ${receivedAt}, added by ${addedBy}`, ...facts];
}

function section(title: string, lines: string[]): string {
  return `${title}\n${'-'.repeat(title.length)}\n${lines.length > 0 ? lines.join('\n') : 'None'}`;
}

function indented(text: string): string {
  return text.replaceAll(/\r?\n/g, '\n    ');
}

type ExportedSubmission = Awaited<ReturnType<typeof exportSubmission>>;

/** The most events of a history: more than any has. */
const historyLimit = 5_000;

/** Times are ISO 8601, UTC. */
async function exportSubmission(services: ExportServices, row: SubmissionRow) {
  const { submissions, evidence } = services;
  const data = answersOf(row.form_data);
  const form = formOf(row.form_name, data);
  const fieldNames = new Set(fieldsOf(form).map(({ name }) => name));
  const notes = await submissions.notes(row.id);
  const emails = await submissions.emails(row.id);
  const files = await evidence.list(row.id);
  const authors = [...notes.map((note) => note.author_id), ...files.map(({ addedBy }) => addedBy)];
  const names = await submissions.staffNames([row.assigned_to, row.erasure_answered_by, ...actorsOf(row), ...authors]);
  return {
    reference: row.reference,
    form: row.form_name,
    receivedAt: iso(row.created_at),
    receivedBy: row.came_by,
    status: statusOf(row),
    promisedBy: iso(row.due_at),
    ownTarget: iso(row.target_at),
    ...recordedByName(row, names),
    /** The time at which it was closed as not pursued. */
    notPursued: iso(row.not_pursued_at),
    assignedTo: row.assigned_to === null ? null : nameIn(names, row.assigned_to),
    quarantine: row.quarantined_at === null ? null : { at: iso(row.quarantined_at), reason: row.quarantine_reason ?? '' },
    sections: blocksOf(form, data) satisfies Block[],
    /** Answers to fields that the form no longer has. */
    otherAnswers: Object.fromEntries(Object.entries(data).filter(([name]) => !fieldNames.has(name))),
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
    messages: (await submissions.messages(row.id)).map(({ created_at, text }) => ({ at: iso(created_at), text })),
    files: files.map(({ name, size, mediaType, sha256, receivedAt, addedBy, removedAt, scan }) => ({
      ...{ name, size, mediaType, sha256, receivedAt: iso(receivedAt), notGivenOut: whyNotGivenOut[scan] },
      addedBy: addedBy === claimantActor.id ? addedByClaimant : nameIn(names, addedBy),
      removedAt: iso(removedAt),
    })),
    notes: notes.map((note) => ({
      at: iso(note.created_at),
      by: nameIn(names, note.author_id),
      text: note.text,
      removedAt: iso(note.removed_at),
    })),
    emails: emails.map(({ email, attempts }) => {
      const view = emailView(email, attempts);
      return {
        ...{ kind: view.template, to: view.recipient ?? 'our team', writtenAt: iso(view.createdAt) },
        ...{ state: view.state, settledAt: iso(view.at) },
        attempts: view.attempts.map((attempt) => ({ ...attempt, at: iso(attempt.at) })),
      };
    }),
    history: (await historyOf({ audit: services.audit, names: services.submissions.staffNames }, row.id, historyLimit)).map(
      (event) => ({
        ...event,
        at: iso(event.at),
      }),
    ),
  };
}

const addedByClaimant = 'the claimant';

const whyNotGivenOut: Record<EvidenceItem['scan'], string | null> = {
  ...{ none: null, clean: null },
  infected: 'A virus was found in it, so it is not given out.',
  waiting: 'It is not scanned for viruses yet, so it is not given out.',
};

/** Who recorded each action; null where it was not done. */
function recordedByName(row: SubmissionRow, names: Map<string, string>) {
  const done = new Map(recordedActionsOf(row, names).map(({ name, at, by }) => [name, { at: iso(at), by }]));
  const byName = recordedActions.map(({ name }) => [name, done.get(name) ?? null]);
  return Object.fromEntries(byName) as Record<RecordedAction['name'], { at: string; by: string } | null>;
}

const ourTeam = 'our team';

function withoutTeam(one: ExportedSubmission): ExportedSubmission {
  const anonymous = (done: { at: string; by: string } | null) => done && { ...done, by: ourTeam };
  return {
    ...one,
    ...{ contacted: anonymous(one.contacted), closed: anonymous(one.closed), ownTarget: null, quarantine: null, notes: [] },
    status: one.status === 'quarantine' ? 'new' : one.status,
    assignedTo: one.assignedTo === null ? null : ourTeam,
    erasureAnswer: one.erasureAnswer && { ...one.erasureAnswer, by: ourTeam },
    files: one.files.filter(({ addedBy }) => addedBy === addedByClaimant),
    emails: one.emails.map((email) => ({ ...email, attempts: [] })),
    history: one.history
      .filter(({ action }) => !['quarantined', 'released', 'assigned'].includes(action) && !action.startsWith('note '))
      .map((event) => ({ ...event, actor: event.actor === claimantActor.name ? event.actor : ourTeam, details: {} })),
  };
}

function iso(at: number): string;
function iso(at: number | null): string | null;
function iso(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
