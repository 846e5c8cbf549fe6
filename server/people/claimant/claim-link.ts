import { createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import { claimPagePath } from '#forms/evidence-rules.ts';
import { isClaim } from '#forms/forms.ts';
import { hasLinkEnded, privateLinkOf } from '#server/claims/private-link.ts';
import type { Submission } from '#server/claims/stored-submission.ts';
import { type App, perApp } from '#server/core/app.ts';
import { isSame } from '#server/core/is-same.ts';

/**
 * A claim, as its private link finds it. `references`: its own, and those of what was merged into it; `folders`: the same by the id of
 * each, where its files are.
 */
export type LinkedClaim = { id: string; reference: string; references: string[]; folders: Record<string, string> };

/** `ended`: the link was right once: the claim was closed long ago, or staff revoked the link. */
export type LinkState = { kind: 'open'; claim: LinkedClaim } | { kind: 'ended' } | { kind: 'unknown' };

/** A claim whose private link is open, and which of its links that is. */
export type OpenClaim = { claim: LinkedClaim; generation: number; isContacted: boolean };

/**
 * Private links of claims. The token is the reference without its hyphen, then 192 bits of an HMAC of the submission and a
 * generation: nothing secret is stored, the same claim gives the same link, and a new generation ends every earlier link.
 */
const keysOf = perApp(
  ({ secrets: { current, previous } }) => [keyFrom(current), ...(previous ? [keyFrom(previous)] : [])] as const,
);

/** The link of a generation; null for forms whose submissions have no page. A claim that was just sent has generation 0. */
export function linkOf(
  app: App,
  { id, reference, formName }: Pick<Submission, 'id' | 'reference' | 'formName'>,
  generation = 0,
): string | null {
  if (!isClaim(formName)) return null;
  return `${app.env.siteUrl}${claimPagePath}/${reference.replace('-', '')}${signatureOf(id, generation, keysOf(app)[0])}`;
}

export async function linkState(app: App, token: string): Promise<LinkState> {
  const [, first, second, signature = ''] = tokenParts.exec(token) ?? [];
  if (!first) return { kind: 'unknown' };
  const row = await find(app, 'reference', `${first}-${second}`);
  if (!row || !privateLinkOf(row)) return { kind: 'unknown' };
  const isOf = (generation: number) => keysOf(app).some((key) => isSame(signature, signatureOf(row.id, generation, key)));
  if (!isOf(row.link_generation)) {
    const earlier = Array.from({ length: row.link_generation }, (_, generation) => generation);
    return { kind: earlier.some(isOf) ? 'ended' : 'unknown' };
  }
  const claim = await claimBehind(app, row, row.link_generation);
  return claim ? { kind: 'open', claim: await linkedClaim(app, claim) } : { kind: 'ended' };
}

/**
 * The claim that the link of a submission leads to, by a generation where it is given; null where that link has ended. Whatever is
 * derived from a link, such as a signed URL, ends with its generation.
 */
export async function findOpenClaim(app: App, submissionId: string, generation?: number): Promise<OpenClaim | null> {
  const row = await find(app, 'id', submissionId);
  const claim = row && (await claimBehind(app, row, generation ?? row.link_generation));
  if (!claim) return null;
  return { claim: await linkedClaim(app, claim), generation: claim.link_generation, isContacted: claim.contacted_at !== null };
}

function find({ db }: App, column: 'id' | 'reference', value: string) {
  return db.read((db) => db.selectFrom('form_submissions').select(linkColumns).where(column, '=', value).executeTakeFirst());
}

type LinkRow = NonNullable<Awaited<ReturnType<typeof find>>>;

async function linkedClaim({ db }: App, { id, reference }: { id: string; reference: string }): Promise<LinkedClaim> {
  const merged = await db.read((db) =>
    db.selectFrom('form_submissions').select(['id', 'reference']).where('merged_into', '=', id).execute(),
  );
  const all = [{ id, reference }, ...merged];
  return {
    id,
    reference,
    references: all.map((one) => one.reference),
    folders: Object.fromEntries(all.map((one) => [one.id, one.reference])),
  };
}

/**
 * The claim that a link of this generation leads to: its own, or the one that it was merged into, until the link of that one ends or
 * is replaced. Null where it has ended.
 */
async function claimBehind(app: App, row: LinkRow, generation: number): Promise<LinkRow | null> {
  if (row.link_generation !== generation) return null;
  if (row.merged_into === null) return isOpen(app, row) ? row : null;
  const mergedInto = await find(app, 'id', row.merged_into);
  const isReplaced = row.link_revoked_at !== null || row.merged_link_generation !== mergedInto?.link_generation;
  return mergedInto && !isReplaced && isOpen(app, mergedInto) ? mergedInto : null;
}

function isOpen({ now }: App, row: LinkRow): boolean {
  const link = privateLinkOf(row);
  return link !== null && !hasLinkEnded(link, now());
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
