import { site } from '#content/site.ts';
import { notSearched } from '#forms/subject-access.ts';
import type { SubmissionRow } from '#server/claims/view/submission-reader.ts';
import type { App } from '#server/core/app.ts';
import { type Export, type ExportedSubmission, exportSubmission, withoutTeam } from './exported-submission.ts';
import { textOf } from './subject-access-text.ts';

export type ExportFormat = 'json' | 'text';
export type ExportedFile = { fileName: string; contentType: string; body: string };

/** `isForClaimant`: without the notes and names of staff, and the replies of mail servers. */
type ExportRequest = { contact: string; rows: SubmissionRow[]; isForClaimant?: boolean };

/** Subject access: everything that is held with what a person sent, for programs or for people to read, and what is not among it. */
export async function exportFile(app: App, request: ExportRequest & { format: ExportFormat }): Promise<ExportedFile> {
  const files = await exportFiles(app, request);
  return files[request.format];
}

export async function exportFiles(
  app: App,
  { contact, rows, isForClaimant = false }: ExportRequest,
): Promise<Record<ExportFormat, ExportedFile>> {
  const submissions: ExportedSubmission[] = [];
  for (const row of rows) {
    const one = await exportSubmission(app, row);
    submissions.push(isForClaimant ? withoutTeam(one) : one);
  }
  const exportedAt = new Date(app.now()).toISOString();
  const notInThisFile = [...notSearched, ...(isForClaimant ? ['the notes and names of our team'] : [])];
  const held: Export = { about: contact.trim(), by: site.legalName, exportedAt, submissions, notInThisFile };
  const name = `what-we-hold-${exportedAt.slice(0, 10)}`;
  const json = `${JSON.stringify(held, null, 2)}\n`;
  return {
    json: { fileName: `${name}.json`, contentType: 'application/json; charset=utf-8', body: json },
    text: { fileName: `${name}.txt`, contentType: 'text/plain; charset=utf-8', body: textOf(held) },
  };
}
