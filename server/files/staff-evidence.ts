import { type EvidenceType, type Kind, kindOf } from '#forms/evidence-kinds.ts';
import { rows } from '#server/claims/view/submission-reader.ts';
import { type App, perApp } from '#server/core/app.ts';
import { type Actor, claimantActor } from '#server/core/audit/audit-event.ts';
import { nameIn } from '#server/core/audit/audit-trail.ts';
import { staffNames } from '#server/core/audit/names.ts';
import { createThrottle } from '#server/core/audit/throttle.ts';
import * as previews from './ask-for-preview.ts';
import { findEvidence, listEvidence } from './evidence.ts';
import type { EvidenceItem } from './evidence-item.ts';
import type { EvidenceRow } from './evidence-rows.ts';
import { receivePostedForm } from './receive.ts';
import type { ReceivedForm } from './receive-form.ts';
import { removeEvidence } from './remove-evidence.ts';
import { serveCopy, serveOriginal } from './serve-original.ts';
import { servePreview } from './serve-preview.ts';
import * as taken from './take-back.ts';
import { type Sender, uploadSlotsOf } from './upload-slots.ts';
import * as zips from './zip-evidence.ts';

type Staff = Actor & { id: string };

/** The claim of a file; null where there is no such file, or nothing can be done with it. */
type ClaimOfFile = Promise<{ submissionId: string } | null>;

/** `kindName`: what it is, such as JPEG. `takenBackByName`: who took it back; null where nobody did. `canTakeBack`: it was added by staff, in the last thirty days. */
export type EvidenceView = EvidenceItem & { addedByName: string; takenBackByName: string | null; canTakeBack: boolean } & Pick<
    Kind,
    'group' | 'opens'
  > & { kindName: string };

/*
 * What staff do with the files of claims; `server/web/desk.ts` checks the permission for each. Who opened a file, and who took all, is
 * recorded in the audit trail; thumbnails count as part of the claim's page.
 */

export async function list(app: App, _staff: Staff, submissionId: string): Promise<EvidenceView[]> {
  const items = await listEvidence(app, submissionId);
  const names = await staffNames(
    app,
    items.flatMap(({ addedBy, takenBackBy }) => [addedBy, takenBackBy]),
  );
  return items.map((item) => ({
    ...item,
    ...shownAs(item.mediaType as EvidenceType),
    addedByName: item.addedBy === claimantActor.id ? 'the claimant' : nameIn(names, item.addedBy),
    takenBackByName: item.takenBackBy === null ? null : nameIn(names, item.takenBackBy),
    canTakeBack: item.addedBy !== claimantActor.id && app.now() - item.receivedAt < taken.takeBackMs,
  }));
}

/**
 * Keeps the files of a form that a member of staff sends. `form`: null where it is no form with files; null in all where too many
 * files are being sent.
 */
export function add(
  app: App,
  staff: Staff,
  submissionId: string,
  request: Request,
  sender: Sender,
): Promise<{ form: ReceivedForm | null } | null> {
  return uploadSlotsOf(app).hold(submissionId, sender, async ({ ending }) => ({
    form: await receivePostedForm(app, request, submissionId, staff.id, ending),
  }));
}

/** Takes back a file that staff added; null where that cannot be done any more. */
export async function takeBack(app: App, staff: Staff, id: string): ClaimOfFile {
  return claimOf(await taken.takeBack(app, id, staff));
}

export async function putBack(app: App, staff: Staff, id: string): ClaimOfFile {
  return claimOf(await taken.putBack(app, id, staff));
}

const isViewDueOf = perApp(({ now }) => createThrottle(now));

/** Serves a file in a version; null where there is none. A player requests a video in many parts: that is recorded as one view. */
export async function serve(
  app: App,
  staff: Staff,
  request: Request,
  { id, version }: { id: string; version: string },
): Promise<Response | null> {
  const item = await findEvidence(app, id);
  if (!item || !versions.includes(version)) return null;
  const action = version === 'download' ? 'evidence downloaded' : 'evidence viewed';
  if (version === 'thumbnail') return servePreview(app, request, item, version);
  const response =
    version === 'large' || version === 'copy'
      ? await (version === 'copy' ? serveCopy(app, request, item) : servePreview(app, request, item, version))
      : await serveOriginal(app, request, item, { inline: version === 'original' });
  if (response?.ok && request.method === 'GET' && isViewDueOf(app)(`${staff.id} ${id} ${action}`))
    await app.audit
      .record({ actor: staff, action, subjectId: item.submissionId, details: { evidence: id } })
      .catch(async (error) => {
        await response.body?.cancel();
        throw error;
      });
  return response;
}

/**
 * Removes a file in which a virus was found, and records that; null where there is none. All other evidence stays as long as its
 * claim.
 */
export async function removeInfected(app: App, staff: Staff, id: string): ClaimOfFile {
  const item = await findEvidence(app, id);
  if (item?.scan !== 'infected' || (await removeEvidence(app, id, staff)) !== 'erased') return null;
  await app.checkAlarms();
  return item;
}

/** Makes a preview that is missing, before all others, and records that; null where there is no such file. */
export async function askForPreview(app: App, staff: Staff, id: string): ClaimOfFile {
  const item = await findEvidence(app, id);
  if (item) await previews.askForPreview(app, id, staff);
  return item;
}

/** All files of a claim that may be opened, as a ZIP; null where there is none. */
export async function zip(
  app: App,
  staff: Staff,
  submissionId: string,
): Promise<(zips.EvidenceZip & { reference: string }) | null> {
  const items = (await listEvidence(app, submissionId)).filter(({ takenBackBy }) => takenBackBy === null);
  const [claim] = await rows(app, [submissionId]);
  if (!claim || items.length === 0) return null;
  const made = await zips.zipEvidence(app, items);
  const details = { files: made.files };
  await app.audit.record({ actor: staff, action: 'evidence downloaded', subjectId: submissionId, details });
  return { reference: claim.reference, ...made };
}

function claimOf(row: EvidenceRow | null): { submissionId: string } | null {
  return row && { submissionId: row.submission_id };
}

const versions = ['thumbnail', 'large', 'original', 'copy', 'download'];

function shownAs(mediaType: EvidenceType) {
  const { name: kindName, group, opens } = kindOf(mediaType);
  return { kindName, group, opens };
}
