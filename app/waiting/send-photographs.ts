import { evidenceRefusals } from '#forms/evidence-rules.ts';
import { keepUploadUrl, readBytes, readPhotographs, removePhotograph } from './photograph-store.ts';
import { resumeUpload } from './resume-upload.ts';
import type { WaitingSubmission } from './waiting-store.ts';

/**
 * Sends the photographs of a submission that was accepted, by its private link, and says whether our server could be reached. An
 * upload that began goes on where it stopped, so that none arrives twice.
 */
export async function sendPhotographs({ key, state }: WaitingSubmission, onSent: () => void): Promise<boolean> {
  const token = state.kind === 'accepted' && state.receipt.link?.split('/').at(-1);
  for (const photograph of await readPhotographs(key)) {
    const { name, uploadUrl } = photograph;
    const bytes = await readBytes(photograph);
    if (!bytes) continue;
    const outcome = token
      ? await resumeUpload({
          name,
          bytes,
          uploadUrl,
          headers: { Authorization: `Bearer ${token}` },
          onBegun: (url) => keepUploadUrl(photograph, url),
        })
      : { kind: 'refused' as const, message: evidenceRefusals.noLink };
    if (outcome.kind === 'unreachable') return false;
    await removePhotograph(photograph, outcome.kind === 'refused' ? `${name}: ${outcome.message}` : undefined);
    onSent();
  }
  return true;
}
