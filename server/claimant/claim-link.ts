import { createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto';
import { claimPagePath } from '#forms/evidence-rules.ts';
import { isClaim } from '#forms/forms.ts';
import type { Database } from '#server/database/database.ts';
import { hasLinkEnded, privateLinkOf } from '#server/submissions/private-link.ts';
import type { Submission } from '#server/submissions/stored-submission.ts';

/** A claim, as its private link finds it. `references`: its own, and those of what was merged into it. */
export type LinkedClaim = { id: string; reference: string; references: string[] };

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
    database.read((db) => db.selectFrom('form_submissions').select(linkColumns).where(column, '=', value).executeTakeFirst());
  const linkedClaim = async ({ id, reference }: { id: string; reference: string }): Promise<LinkedClaim> => {
    const merged = await database.read((db) =>
      db.selectFrom('form_submissions').select('reference').where('merged_into', '=', id).execute(),
    );
    return { id, reference, references: [reference, ...merged.map((one) => one.reference)] };
  };

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
      if (row.merged_into === null)
        return hasLinkEnded(link, now()) ? { kind: 'ended' } : { kind: 'open', claim: await linkedClaim(row) };
      // It leads to the claim that it was merged into, until the link of that one ends or is replaced.
      const survivor = await find('id', row.merged_into);
      const following = survivor && privateLinkOf(survivor);
      const isReplaced = row.link_revoked_at !== null || row.merged_link_generation !== survivor?.link_generation;
      if (!following || isReplaced || hasLinkEnded(following, now())) return { kind: 'ended' };
      return { kind: 'open', claim: await linkedClaim(survivor) };
    },

    /**
     * The claim whose link is open; null where the link has ended. Whatever is derived from a link, such as a signed URL, ends with
     * its generation.
     */
    findOpen: async (submissionId: string): Promise<OpenClaim | null> => {
      const found = await find('id', submissionId);
      const row = found?.merged_into ? await find('id', found.merged_into) : found;
      const link = row && privateLinkOf(row);
      if (!link || hasLinkEnded(link, now())) return null;
      const { link_generation: generation, contacted_at: contactedAt } = row;
      return { claim: await linkedClaim(row), generation, isContacted: contactedAt !== null };
    },
  };
}

const linkColumns = [
  'id',
  'reference',
  'form_name',
  'closed_at',
  'contacted_at',
  'link_generation',
  'link_revoked_at',
  'merged_into',
  'merged_link_generation',
] as const;

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
