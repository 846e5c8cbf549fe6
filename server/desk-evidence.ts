import type { Audit } from '#server/audit/audit.ts';
import { claimantActor } from '#server/audit/audit-event.ts';
import { nameIn } from '#server/audit/audit-trail.ts';
import { createThrottle } from '#server/audit/throttle.ts';
import type { Evidence } from '#server/evidence/evidence.ts';
import type { EvidenceItem } from '#server/evidence/evidence-item.ts';
import type { EvidenceRow } from '#server/evidence/evidence-rows.ts';
import type { ReceivedForm } from '#server/evidence/receive-form.ts';
import { takeBackMs } from '#server/evidence/take-back.ts';
import type { Sender } from '#server/evidence/upload-slots.ts';
import { type EvidenceZip, zipEvidence } from '#server/evidence/zip-evidence.ts';
import type { Needs } from '#server/staff/gate.ts';
import type { StaffMember } from '#server/staff/staff-member.ts';

/** `takenBackByName`: who took it back; null where nobody did. `canTakeBack`: it was added by staff, in the last thirty days. */
export type EvidenceView = EvidenceItem & { addedByName: string; takenBackByName: string | null; canTakeBack: boolean };

/**
 * What staff can do with the files of claims. Who opened a file, and who took all, is recorded in the audit trail; thumbnails count
 * as part of the claim's page.
 */
export function createDeskEvidence(services: {
  evidence: Evidence;
  audit: Audit;
  needs: Needs;
  staffNames: (ids: (string | null)[]) => Promise<Map<string, string>>;
  referenceOf: (submissionId: string) => Promise<string | null>;
  checkAlarms: () => Promise<void>;
  now: () => number;
}) {
  const { evidence, audit, needs, staffNames, referenceOf } = services;
  const isDue = createThrottle(services.now);

  return {
    list: needs('read submissions', async (_: StaffMember, submissionId: string): Promise<EvidenceView[]> => {
      const items = await evidence.list(submissionId);
      const names = await staffNames(items.flatMap(({ addedBy, takenBackBy }) => [addedBy, takenBackBy]));
      return items.map((item) => ({
        ...item,
        addedByName: item.addedBy === claimantActor.id ? 'the claimant' : nameIn(names, item.addedBy),
        takenBackByName: item.takenBackBy === null ? null : nameIn(names, item.takenBackBy),
        canTakeBack: item.addedBy !== claimantActor.id && services.now() - item.receivedAt < takeBackMs,
      }));
    }),

    /**
     * Keeps the files of a form that a member of staff sends. `form`: null where it is no form with files; null in all where too many
     * files are being sent.
     */
    add: needs(
      'change submissions',
      (
        staff: StaffMember,
        submissionId: string,
        request: Request,
        sender: Sender,
      ): Promise<{ form: ReceivedForm | null } | null> =>
        evidence.slots.hold(submissionId, sender, async () => ({
          form: await evidence.receiveForm(request, submissionId, staff.id),
        })),
    ),

    /** Takes back a file that staff added; null where that cannot be done any more. */
    takeBack: needs(
      'change submissions',
      async (staff: StaffMember, id: string): Promise<{ submissionId: string } | null> =>
        claimOf(await evidence.takeBack(id, staff)),
    ),

    putBack: needs(
      'change submissions',
      async (staff: StaffMember, id: string): Promise<{ submissionId: string } | null> =>
        claimOf(await evidence.putBack(id, staff)),
    ),

    /**
     * Serves a file in a version; null where there is none. A player requests a video in many parts: that is recorded as one view.
     */
    serve: needs(
      'read submissions',
      async (staff: StaffMember, request: Request, which: { id: string; version: string }): Promise<Response | null> => {
        const { id, version } = which;
        const item = await evidence.find(id);
        if (!item || !versions.includes(version)) return null;
        const action = version === 'download' ? 'evidence downloaded' : 'evidence viewed';
        if (version === 'thumbnail') return evidence.servePreview(request, item, version);
        const response =
          version === 'large'
            ? await evidence.servePreview(request, item, version)
            : await evidence.serveOriginal(request, item, { inline: version === 'original' });
        if (response?.ok && request.method === 'GET' && isDue(`${staff.id} ${id} ${action}`))
          await audit
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
      async (staff: StaffMember, id: string): Promise<{ submissionId: string } | null> => {
        const item = await evidence.find(id);
        if (item?.scan !== 'infected' || (await evidence.remove(id, staff)) !== 'erased') return null;
        await services.checkAlarms();
        return item;
      },
    ),

    /** Makes a preview that is missing, before all others, and records that; null where there is no such file. */
    askForPreview: needs(
      'change submissions',
      async (staff: StaffMember, id: string): Promise<{ submissionId: string } | null> => {
        const item = await evidence.find(id);
        if (item) await evidence.askForPreview(id, staff);
        return item;
      },
    ),

    /** All files of a claim that may be opened, as a ZIP; null where there is none. */
    zip: needs(
      'read submissions',
      async (staff: StaffMember, submissionId: string): Promise<(EvidenceZip & { reference: string }) | null> => {
        const items = (await evidence.list(submissionId)).filter(({ takenBackBy }) => takenBackBy === null);
        const reference = await referenceOf(submissionId);
        if (reference === null || items.length === 0) return null;
        const zip = await zipEvidence(items, evidence);
        const details = { files: zip.files };
        await audit.record({ actor: staff, action: 'evidence downloaded', subjectId: submissionId, details });
        return { reference, ...zip };
      },
    ),
  };
}

function claimOf(row: EvidenceRow | null): { submissionId: string } | null {
  return row && { submissionId: row.submission_id };
}

const versions = ['thumbnail', 'large', 'original', 'download'];
