import { site } from '#content/site.ts';
import type { Audit } from '#server/audit/audit.ts';
import type { SubmissionRow, SubmissionStore } from '#server/submissions/view/view-store.ts';
import { type Dossier, dossierOf } from './subject-access-export.ts';

export type ExportFormat = 'json' | 'text';
export type ExportedFile = { fileName: string; contentType: string; body: string };

type Export = { about: string; by: string; exportedAt: string; submissions: Dossier[] };

/** Everything that is held about a person, for programs or for people to read. */
export async function exportFile(
  services: { submissions: SubmissionStore; audit: Audit; now: () => number },
  { contact, rows, format }: { contact: string; rows: SubmissionRow[]; format: ExportFormat },
): Promise<ExportedFile> {
  const dossiers: Dossier[] = [];
  for (const row of rows) dossiers.push(await dossierOf(services, row));
  const exportedAt = new Date(services.now()).toISOString();
  const held: Export = { about: contact.trim(), by: site.legalName, exportedAt, submissions: dossiers };
  const name = `what-we-hold-${exportedAt.slice(0, 10)}`;
  return format === 'json'
    ? { fileName: `${name}.json`, contentType: 'application/json; charset=utf-8', body: `${JSON.stringify(held, null, 2)}\n` }
    : { fileName: `${name}.txt`, contentType: 'text/plain; charset=utf-8', body: textOf(held) };
}

function textOf({ about, by, exportedAt, submissions }: Export): string {
  const count = submissions.length === 1 ? '1 submission' : `${submissions.length} submissions`;
  const head = [`What ${by} holds about ${about}`, `Exported ${exportedAt}: ${count}. Times are UTC.`];
  return `${[...head, ...submissions.map(textOfOne)].join('\n\n')}\n`;
}

function textOfOne(one: Dossier): string {
  const title = `${one.form}, reference ${one.reference}`;
  const facts = [
    `Received ${one.receivedAt}. Status: ${one.status}.`,
    ...(one.promisedBy ? [`Contact promised by ${one.promisedBy}.`] : []),
    ...(one.contacted ? [`Contacted ${one.contacted.at} by ${one.contacted.by}.`] : []),
    ...(one.closed ? [`Closed ${one.closed.at} by ${one.closed.by}.`] : []),
    ...(one.assignedTo ? [`Assigned to ${one.assignedTo}.`] : []),
    ...(one.quarantine ? [`Set aside ${one.quarantine.at}: ${one.quarantine.reason}.`] : []),
  ];
  const sections = one.sections.map(({ title, lines }) =>
    part(
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
          part(
            'Also held',
            others.map(([name, value]) => `${name}: ${indented(value)}`),
          ),
        ]
      : []),
    part(
      'Notes',
      one.notes.map(({ at, by, text, takenAwayAt }) => `${at} ${by}${takenAwayAt ? ' (taken away)' : ''}: ${indented(text)}`),
    ),
    part(
      'Letters',
      one.letters.flatMap(({ writtenAt, kind, to, state, tries }) => [
        `${writtenAt} ${kind} to ${to}: ${state}`,
        ...tries.map(({ at, outcome, answer }) => `  ${at} ${outcome}: ${indented(answer)}`),
      ]),
    ),
    part(
      'What was done',
      one.history.map(({ at, actor, text }) => `${at} ${actor}: ${text}`),
    ),
  ].join('\n\n');
}

function part(title: string, lines: string[]): string {
  return `${title}\n${'-'.repeat(title.length)}\n${lines.length > 0 ? lines.join('\n') : 'None'}`;
}

function indented(text: string): string {
  return text.replaceAll(/\r?\n/g, '\n    ');
}
