import type { SubmissionRow } from '#server/claims/view/submission-reader.ts';
import type { App } from '#server/core/app.ts';
import { listEvidence } from '#server/files/evidence.ts';
import { type EvidenceZip, namesInZip, type ZipFile, zipFiles } from '#server/files/zip-evidence.ts';
import type { ExportedFile } from './subject-access-export.ts';

export type ExportedZip = EvidenceZip & { fileName: string };

/** A subject access export with files: the lists of what is held, and for each submission a folder with those that may be opened. */
export async function exportZip(
  app: App,
  rows: SubmissionRow[],
  lists: { json: ExportedFile; text: ExportedFile },
): Promise<ExportedZip> {
  const files: ZipFile[] = [];
  let leftOut = 0;
  for (const { id, reference } of rows) {
    const items = await listEvidence(app, id);
    const named = namesInZip(items);
    leftOut += items.length - named.length;
    files.push(...named.map(({ item, name }) => ({ item, name: `${reference}/${name}` })));
  }
  const texts = [lists.text, lists.json].map(({ fileName, body }) => ({ name: fileName, input: body }));
  const zip = await zipFiles(app, { files, leftOut, texts });
  return { fileName: lists.text.fileName.replace(/txt$/, 'zip'), ...zip };
}
