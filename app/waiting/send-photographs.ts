import { photographRefusals, uploadsPath } from '#forms/evidence-rules.ts';
import type { Unsent } from './attempt.ts';
import { noteUnsent } from './last-attempt.ts';
import { isStillChosen, keepUploadUrl, noteSent, readBytes, readPhotographs, removePhotograph } from './photograph-store.ts';
import { resumeUpload, type UploadOutcome } from './resume-upload.ts';
import { change, removeIfEmpty } from './waiting-store.ts';
import type { Accepted, WaitingPhotograph, WaitingSubmission } from './waiting-submission.ts';

/**
 * Sends the photographs of a submission that was accepted, by its private link, or by the cookie of its claim. An upload that began goes
 * on where it stopped, so that none arrives twice. Returns why some wait to be tried again; null where our server has received or
 * refused each, or they wait for their link.
 */
export async function sendPhotographs(submission: WaitingSubmission, onChange: () => void): Promise<Unsent | null> {
  const { key, state } = submission;
  if (state.kind !== 'accepted') return null;
  const ways = waysOf(submission, state.receipt);
  for (const photograph of await readPhotographs(key)) {
    if (!(await isStillChosen(photograph))) continue;
    const outcome = await send(photograph, ways, onChange);
    if (outcome.kind === 'unsent') {
      await noteUnsent(key, outcome.unsent);
      return outcome.unsent;
    }
    if (isForLink(outcome)) {
      // The device may have the only copy, so nothing is deleted because a link has ended.
      if (submission.needsLink !== outcome.message) await change(key, { needsLink: outcome.message });
      onChange();
      return null;
    }
    await removePhotograph(photograph, outcome.kind === 'refused' ? `${photograph.name}: ${outcome.message}` : undefined);
    onChange();
  }
  if (isOfClaimPage(submission)) await removeIfEmpty(key);
  return null;
}

/** A photograph that the device has no room for: it is in the memory of its page alone. */
export type UnstoredPhotograph = { name: string; bytes: ArrayBuffer; uploadUrl?: string };

/** Sends a photograph from memory to a claim that was accepted. Called again it goes on where it stopped. */
export function sendFromMemory(photograph: UnstoredPhotograph, { reference, link }: Accepted): Promise<UploadOutcome> {
  const token = link?.split('/').at(-1);
  const way: Way = token
    ? { endpoint: uploadsPath, headers: { Authorization: `Bearer ${token}` } }
    : { endpoint: `${uploadsPath}?claim=${reference}`, headers: {} };
  const onBegun = async (uploadUrl: string) => void Object.assign(photograph, { uploadUrl });
  return resumeUpload({
    ...way,
    name: photograph.name,
    file: new Blob([photograph.bytes]),
    uploadUrl: photograph.uploadUrl,
    onBegun,
  });
}

/** Photographs that were chosen on the page of a claim. */
export function isOfClaimPage({ url }: WaitingSubmission): boolean {
  return url === uploadsPath;
}

type Way = { endpoint: string; headers: Record<string, string> };

/**
 * The ways to send a photograph: by the link while it is open, or by the cookie once the claim was opened in this browser by that
 * link or a new one.
 */
function waysOf(submission: WaitingSubmission, { reference, link }: Accepted): Way[] {
  const byCookie = { endpoint: `${uploadsPath}?claim=${reference}`, headers: {} };
  const token = isOfClaimPage(submission) ? undefined : link?.split('/').at(-1);
  return token ? [{ endpoint: uploadsPath, headers: { Authorization: `Bearer ${token}` } }, byCookie] : [byCookie];
}

/** A link or cookie that no longer works is not tried again for the next photograph. */
async function send(photograph: WaitingPhotograph, ways: Way[], onChange: () => void): Promise<UploadOutcome> {
  const { name, uploadUrl } = photograph;
  const bytes = await readBytes(photograph);
  if (!bytes) return { kind: 'refused', message: 'This device has lost it, so it was not sent.', needsLink: false };
  const [way, ...others] = ways;
  if (!way) return { kind: 'refused', message: photographRefusals.noLink, needsLink: true };
  const onBegun = (url: string) => keepUploadUrl(photograph, url);
  const onSent = (sent: number) => noteSent(photograph, sent).then(onChange);
  const isWanted = () => isStillChosen(photograph);
  const outcome = await resumeUpload({ name, file: new Blob([bytes]), uploadUrl, ...way, onBegun, onSent, isWanted });
  if (!isForLink(outcome) || others.length === 0) return outcome;
  ways.shift();
  return send(photograph, ways, onChange);
}

type Refused = Extract<UploadOutcome, { kind: 'refused' }>;

/**
 * Whether the response says that the link has ended, or that the browser has forgotten the claim or has opened another since. The status
 * says so, because another build of the server may say it in other words.
 */
function isForLink(outcome: UploadOutcome): outcome is Refused & { needsLink: true } {
  return outcome.kind === 'refused' && outcome.needsLink;
}
