import type { Context } from 'hono';
import type { App } from '#server/core/app.ts';
import { claimantActor } from '#server/core/audit/audit-event.ts';
import { damageNotes } from '#server/files/damage-notes.ts';
import { listEvidence } from '#server/files/evidence.ts';
import type { EvidenceItem } from '#server/files/evidence-item.ts';
import { evidenceRefusals } from '#server/files/evidence-refusals.ts';
import { serveOriginal } from '#server/files/serve-original.ts';
import { servePreview } from '#server/files/serve-preview.ts';
import { readClaim } from './claim-session.ts';

/** A file of a claim, as its page lists it. */
export type ClaimFile = Pick<EvidenceItem, 'id' | 'name' | 'mediaType' | 'size' | 'receivedAt'> & {
  hasThumbnail: boolean;
  /** Why it cannot be opened now; null where it can. */
  problem: string | null;
  /** Whether it is a picture that may not have come whole. */
  isDamaged: boolean;
};

export function claimFile(item: EvidenceItem): ClaimFile {
  const { id, name, mediaType, size, receivedAt, scan, preview, previewReason } = item;
  const problem =
    scan === 'infected' ? evidenceRefusals.infected : scan === 'waiting' ? 'It is being checked for viruses.' : null;
  const hasThumbnail = preview === 'ready' && problem === null && !mediaType.startsWith('audio/');
  const isDamaged = Object.values(damageNotes).includes(previewReason ?? '');
  return { id, name, mediaType, size, receivedAt, hasThumbnail, problem, isDamaged };
}

/** Whether the claimant sees a file: one that they added and did not remove. */
export function isShown({ addedBy, removedAt }: EvidenceItem): boolean {
  return addedBy === claimantActor.id && removedAt === null;
}

/**
 * GET /your-claim/evidence/:id/:version, where the version is `thumbnail` or `original`. Served only to anyone who has the link of the
 * file's claim.
 */
export function claimFileEndpoint(app: App) {
  return async function serveClaimFile(c: Context): Promise<Response> {
    const state = await readClaim(app, c.req.header('cookie'));
    const files = state.kind === 'open' ? await listEvidence(app, state.claim.id) : [];
    const item = files.find(({ id }) => id === c.req.param('id'));
    if (!item || !isShown(item)) return c.text(evidenceRefusals.missing, 404);
    if (c.req.param('version') === 'original') return serveOriginal(app, c.req.raw, item, { inline: false });
    return (await servePreview(app, c.req.raw, item, 'thumbnail')) ?? c.text(evidenceRefusals.missing, 404);
  };
}
