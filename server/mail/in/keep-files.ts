import { createHash } from 'node:crypto';
import type { App } from '#server/core/app.ts';
import { emailActor } from '#server/core/audit/audit-event.ts';
import { listEvidence } from '#server/files/evidence.ts';
import { receiveFile } from '#server/files/receive.ts';
import { textForStaff } from '#server/files/staff-refusals.ts';
import type { InboundRow } from './file-email.ts';
import type { InboundEmail } from './parse-email.ts';

/**
 * Keeps the files of an e-mail as evidence of its claim, by the same limits and checks as all other files; the message says which were
 * not kept, and why. One that the claim has from an e-mail before, as after an interruption, is not kept twice. Returns how many there are.
 */
export async function keepFiles(
  app: App,
  { id, submission_id: submissionId }: InboundRow,
  email: InboundEmail | null,
): Promise<string> {
  const files = email?.files ?? [];
  if (files.length === 0 || submissionId === null) return 'No files.';
  const results: { name: string; id: string | null; reason: string | null }[] = [];
  for (const { name, bytes, notKept } of files) {
    if (notKept !== null) {
      results.push({ name, id: null, reason: notKept });
      continue;
    }
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const known = (await listEvidence(app, submissionId)).find((one) => one.sha256 === sha256 && one.addedBy === emailActor.id);
    if (known) {
      results.push({ name, id: known.id, reason: null });
      continue;
    }
    const received = await receiveFile(app, submissionId, emailActor.id, { name, stream: inPieces(bytes), size: bytes.length });
    // A full disk is no reason to lose a file: the job tries again.
    if (received.kind === 'refused' && received.status >= 500) throw new Error(received.message);
    if (received.kind === 'received') results.push({ name, id: received.item.id, reason: null });
    else results.push({ name, id: null, reason: textForStaff(received.message) });
  }
  await app.db.write((tx) =>
    tx
      .updateTable('messages')
      .set({ files: JSON.stringify(results) })
      .where('id', '=', id)
      .execute(),
  );
  return `${files.length} files.`;
}

async function* inPieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  const size = 256 * 1024;
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
