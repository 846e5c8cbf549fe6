import { evidenceRefusals, uploadsPath } from '#forms/evidence-rules.ts';
import { keepUploadUrl, readBytes, readPhotographs, removePhotograph } from './photograph-store.ts';
import { resumeUpload } from './resume-upload.ts';
import { change, remove, type WaitingSubmission } from './waiting-store.ts';

/**
 * Sends the photographs of a submission that was accepted, by its private link, or those from the page of a claim, by its cookie, and
 * says whether our server has taken or refused each. An upload that began goes on where it stopped, so that none arrives twice.
 */
export async function sendPhotographs(submission: WaitingSubmission, onSent: () => void): Promise<boolean> {
  const { key, notTaken = [] } = submission;
  const access = accessOf(submission);
  for (const photograph of await readPhotographs(key)) {
    const { name, uploadUrl } = photograph;
    const bytes = await readBytes(photograph);
    if (!bytes) continue;
    const outcome = access
      ? await resumeUpload({ name, bytes, uploadUrl, ...access, onBegun: (url) => keepUploadUrl(photograph, url) })
      : { kind: 'refused' as const, message: evidenceRefusals.noLink };
    if (outcome.kind === 'unreachable') return false;
    if (outcome.kind === 'refused' && isForWhoeverOpensIt(submission, outcome.message)) {
      await change(key, { notTaken: [outcome.message] });
      onSent();
      return false;
    }
    await removePhotograph(photograph, outcome.kind === 'refused' ? `${name}: ${outcome.message}` : undefined);
    onSent();
  }
  if (isOfClaimPage(submission) && notTaken.length === 0 && (await readPhotographs(key)).length === 0) await remove(key);
  return true;
}

/** Photographs that were chosen on the page of a claim. */
export function isOfClaimPage({ url }: WaitingSubmission): boolean {
  return url === uploadsPath;
}

function accessOf(submission: WaitingSubmission): { endpoint: string; headers: Record<string, string> } | null {
  const { state } = submission;
  if (state.kind !== 'accepted') return null;
  const { reference, link } = state.receipt;
  if (isOfClaimPage(submission)) return { endpoint: `${uploadsPath}?claim=${reference}`, headers: {} };
  const token = link?.split('/').at(-1);
  return token ? { endpoint: uploadsPath, headers: { Authorization: `Bearer ${token}` } } : null;
}

/** The browser has forgotten the claim, or has opened another since: they are kept until its link is opened again. */
function isForWhoeverOpensIt(submission: WaitingSubmission, message: string): boolean {
  return isOfClaimPage(submission) && [evidenceRefusals.noLink, evidenceRefusals.otherClaim].includes(message);
}
