import type { Audit } from '#server/audit/audit.ts';
import { claimantActor } from '#server/audit/audit-event.ts';
import { nameIn } from '#server/audit/audit-trail.ts';
import { createThrottle } from '#server/audit/throttle.ts';
import type { Evidence } from '#server/evidence/evidence.ts';
import type { EvidenceItem } from '#server/evidence/evidence-item.ts';
import { type EvidenceZip, zipEvidence } from '#server/evidence/zip-evidence.ts';
import type { Gate } from '#server/staff/gate.ts';
import type { StaffMember } from '#server/staff/staff-member.ts';

export type EvidenceView = EvidenceItem & { addedByName: string };

/**
 * What staff can do with the files of claims. Who opened a file, and who took all, is recorded in the audit trail; thumbnails count
 * as part of the claim's page.
 */
export function createDeskEvidence(services: {
  evidence: Evidence;
  audit: Audit;
  needs: Gate['needs'];
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
      const names = await staffNames(items.map(({ addedBy }) => addedBy));
      return items.map((item) => ({
        ...item,
        addedByName: item.addedBy === claimantActor.id ? 'the claimant' : nameIn(names, item.addedBy),
      }));
    }),

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
        const items = await evidence.list(submissionId);
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

const versions = ['thumbnail', 'large', 'original', 'download'];
