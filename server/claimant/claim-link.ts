import { createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto';
import { claimPagePath } from '#forms/evidence-rules.ts';
import { isClaim } from '#forms/forms.ts';
import type { Database } from '#server/database/database.ts';
import { hasLinkEnded, privateLinkOf } from '#server/submissions/private-link.ts';
import type { Submission } from '#server/submissions/stored-submission.ts';

/** A claim, as its private link finds it. */
export type LinkedClaim = { id: string; reference: string };

/** `ended`: the link was right once: the claim was closed long ago, or staff revoked the link. */
export type LinkState = { kind: 'open'; claim: LinkedClaim } | { kind: 'ended' } | { kind: 'unknown' };

/** A claim whose private link is open, and which of its links that is. */
export type OpenClaim = { claim: LinkedClaim; generation: number; isContacted: boolean };

export type ClaimLinks = ReturnType<typeof createClaimLinks>;

/**
 * Private links of claims. The token is the reference without its hyphen, then 192 bits of an HMAC of the submission and a
 * generation: nothing secret is stored, the same claim gives the same link, and a new generation ends every earlier link.
 */
export function createClaimLinks(services: {
  database: Database;
  secret: string;
  previousSecret: string | null;
  siteUrl: string;
  now: () => number;
}) {
  const { database, secret, previousSecret, siteUrl, now } = services;
  const keys = [keyFrom(secret), ...(previousSecret ? [keyFrom(previousSecret)] : [])] as const;
  const find = (column: 'id' | 'reference', value: string) =>
    database.read((db) =>
      db
        .selectFrom('form_submissions')
        .select(['id', 'reference', 'form_name', 'closed_at', 'contacted_at', 'link_generation', 'link_revoked_at'])
        .where(column, '=', value)
        .executeTakeFirst(),
    );

  return {
    /** The link of a generation; null for forms whose submissions have no page. A claim that was just sent has generation 0. */
    linkOf: ({ id, reference, formName }: Pick<Submission, 'id' | 'reference' | 'formName'>, generation = 0): string | null =>
      isClaim(formName)
        ? `${siteUrl}${claimPagePath}/${reference.replace('-', '')}${signatureOf(id, generation, keys[0])}`
        : null,

    stateOf: async (token: string): Promise<LinkState> => {
      const [, first, second, signature = ''] = tokenParts.exec(token) ?? [];
      if (!first) return { kind: 'unknown' };
      const row = await find('reference', `${first}-${second}`);
      const link = row && privateLinkOf(row);
      if (!link) return { kind: 'unknown' };
      const isOf = (generation: number) => keys.some((key) => isEqual(signature, signatureOf(row.id, generation, key)));
      if (!isOf(row.link_generation)) {
        const earlier = Array.from({ length: row.link_generation }, (_, generation) => generation);
        return { kind: earlier.some(isOf) ? 'ended' : 'unknown' };
      }
      return hasLinkEnded(link, now()) ? { kind: 'ended' } : { kind: 'open', claim: { id: row.id, reference: row.reference } };
    },

    /**
     * The claim whose link is open; null where the link has ended. Whatever is derived from a link, such as a signed URL, ends with
     * its generation.
     */
    findOpen: async (submissionId: string): Promise<OpenClaim | null> => {
      const row = await find('id', submissionId);
      const link = row && privateLinkOf(row);
      if (!link || hasLinkEnded(link, now())) return null;
      const { id, reference, link_generation: generation, contacted_at: contactedAt } = row;
      return { claim: { id, reference }, generation, isContacted: contactedAt !== null };
    },
  };
}

const tokenParts = /^([A-Z\d]{4})([A-Z\d]{4})([\w-]{32})$/;

const signatureBytes = 24;

/** The secret as a key object: an HMAC with the bytes takes five times as long, and every claim needs one. */
function keyFrom(secret: string): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', 'kerbside private link of a claim', 32)));
}

function signatureOf(submissionId: string, generation: number, key: KeyObject): string {
  const digest = createHmac('sha256', key).update(`${submissionId} ${generation}`).digest();
  return digest.subarray(0, signatureBytes).toString('base64url');
}

/** Compares in constant time. Both texts must have the same length. */
function isEqual(given: string, expected: string): boolean {
  return timingSafeEqual(Buffer.from(given), Buffer.from(expected));
}
