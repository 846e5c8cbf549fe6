import { type EvidenceType, type Kind, kindOf } from '#forms/evidence-kinds.ts';
import { rows } from '#server/claims/view/submission-reader.ts';
import type { App } from '#server/core/app.ts';
import { claimantActor } from '#server/core/audit/audit-event.ts';
import { nameIn } from '#server/core/audit/audit-trail.ts';
import { staffNames } from '#server/core/audit/names.ts';
import { createThrottle } from '#server/core/audit/throttle.ts';
import { evidenceOf } from '#server/files/evidence.ts';
import type { EvidenceItem } from '#server/files/evidence-item.ts';
import type { EvidenceRow } from '#server/files/evidence-rows.ts';
import type { ReceivedForm } from '#server/files/receive-form.ts';
import { takeBackMs } from '#server/files/take-back.ts';
import type { Sender } from '#server/files/upload-slots.ts';
import { type EvidenceZip, zipEvidence } from '#server/files/zip-evidence.ts';
import { needsOf } from '#server/people/staff/gate.ts';
import type { StaffMember } from '#server/people/staff/staff-member.ts';

/** `kindName`: what it is, such as JPEG. `takenBackByName`: who took it back; null where nobody did. `canTakeBack`: it was added by staff, in the last thirty days. */
export type EvidenceView = EvidenceItem & { addedByName: string; takenBackByName: string | null; canTakeBack: boolean } & Pick<
    Kind,
    'group' | 'opens'
  > & { kindName: string };

/**
 * What staff can do with the files of claims. Who opened a file, and who took all, is recorded in the audit trail; thumbnails count
 * as part of the claim's page.
 */
export function deskEvidence(app: App) {
  const needs = needsOf(app);
  const evidence = evidenceOf(app);
  const isDue = createThrottle(app.now);

  return {
    choice: evidence.choice,

    list: needs('read submissions', async (_: App, _staff: StaffMember, submissionId: string): Promise<EvidenceView[]> => {
      const items = await evidence.list(submissionId);
      const names = await staffNames(
        app,
        items.flatMap(({ addedBy, takenBackBy }) => [addedBy, takenBackBy]),
      );
      return items.map((item) => ({
        ...item,
        ...shownAs(item.mediaType as EvidenceType),
        addedByName: item.addedBy === claimantActor.id ? 'the claimant' : nameIn(names, item.addedBy),
        takenBackByName: item.takenBackBy === null ? null : nameIn(names, item.takenBackBy),
        canTakeBack: item.addedBy !== claimantActor.id && app.now() - item.receivedAt < takeBackMs,
      }));
    }),

    /**
     * Keeps the files of a form that a member of staff sends. `form`: null where it is no form with files; null in all where too many
     * files are being sent.
     */
    add: needs(
      'change submissions',
      (
        _: App,
        staff: StaffMember,
        submissionId: string,
        request: Request,
        sender: Sender,
      ): Promise<{ form: ReceivedForm | null } | null> =>
        evidence.slots.hold(submissionId, sender, async ({ ending }) => ({
          form: await evidence.receiveForm(request, submissionId, staff.id, ending),
        })),
    ),

    /** Takes back a file that staff added; null where that cannot be done any more. */
    takeBack: needs(
      'change submissions',
      async (_: App, staff: StaffMember, id: string): Promise<{ submissionId: string } | null> =>
        claimOf(await evidence.takeBack(id, staff)),
    ),

    putBack: needs(
      'change submissions',
      async (_: App, staff: StaffMember, id: string): Promise<{ submissionId: string } | null> =>
        claimOf(await evidence.putBack(id, staff)),
    ),

    /**
     * Serves a file in a version; null where there is none. A player requests a video in many parts: that is recorded as one view.
     */
    serve: needs(
      'read submissions',
      async (_: App, staff: StaffMember, request: Request, which: { id: string; version: string }): Promise<Response | null> => {
        const { id, version } = which;
        const item = await evidence.find(id);
        if (!item || !versions.includes(version)) return null;
        const action = version === 'download' ? 'evidence downloaded' : 'evidence viewed';
        if (version === 'thumbnail') return evidence.servePreview(request, item, version);
        const response =
          version === 'large' || version === 'copy'
            ? await (version === 'copy' ? evidence.serveCopy(request, item) : evidence.servePreview(request, item, version))
            : await evidence.serveOriginal(request, item, { inline: version === 'original' });
        if (response?.ok && request.method === 'GET' && isDue(`${staff.id} ${id} ${action}`))
          await app.audit
            .record({ actor: staff, action, subjectId: item.submissionId, details: { evidence: id } })
            .catch(async (error) => {
              await response.body?.cancel();
              throw error;
            });
        return response;
      },
    ),

    /**
     * Removes a file in which a virus was found, and records that; null where there is none. All other evidence stays as long as its
     * claim.
     */
    removeInfected: needs(
      'change submissions',
      async (_: App, staff: StaffMember, id: string): Promise<{ submissionId: string } | null> => {
        const item = await evidence.find(id);
        if (item?.scan !== 'infected' || (await evidence.remove(id, staff)) !== 'erased') return null;
        await app.checkAlarms();
        return item;
      },
    ),

    /** Makes a preview that is missing, before all others, and records that; null where there is no such file. */
    askForPreview: needs(
      'change submissions',
      async (_: App, staff: StaffMember, id: string): Promise<{ submissionId: string } | null> => {
        const item = await evidence.find(id);
        if (item) await evidence.askForPreview(id, staff);
        return item;
      },
    ),

    /** All files of a claim that may be opened, as a ZIP; null where there is none. */
    zip: needs(
      'read submissions',
      async (_: App, staff: StaffMember, submissionId: string): Promise<(EvidenceZip & { reference: string }) | null> => {
        const items = (await evidence.list(submissionId)).filter(({ takenBackBy }) => takenBackBy === null);
        const [claim] = await rows(app, [submissionId]);
        if (!claim || items.length === 0) return null;
        const zip = await zipEvidence(items, evidence);
        const details = { files: zip.files };
        await app.audit.record({ actor: staff, action: 'evidence downloaded', subjectId: submissionId, details });
        return { reference: claim.reference, ...zip };
      },
    ),
  };
}

function claimOf(row: EvidenceRow | null): { submissionId: string } | null {
  return row && { submissionId: row.submission_id };
}

const versions = ['thumbnail', 'large', 'original', 'copy', 'download'];

function shownAs(mediaType: EvidenceType) {
  const { name: kindName, group, opens } = kindOf(mediaType);
  return { kindName, group, opens };
}
