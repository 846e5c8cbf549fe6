import { createHmac, hkdfSync } from 'node:crypto';
import { type App, perApp } from '#server/core/app.ts';
import { isSame } from '#server/core/is-same.ts';

/**
 * The file that a signed URL gives out, and the private link it was made with: its generation, and whose it was. `linkOf` is null where it
 * was the link of the submission that the file came with, and otherwise the claim that this one had been merged into.
 */
type SignedFile = { evidenceId: string; generation: number; linkOf: string | null };

/** What a signature says. `expiresAt` is in seconds since 1970. */
type ReadSignature = { kind: 'valid'; file: SignedFile; expiresAt: number } | { kind: 'expired' } | { kind: 'invalid' };

/** The longest time for which a URL is signed: an hour. */
export const maxSignedSeconds = 3_600;

/**
 * Signatures of URLs that give out one file for a while to anyone who has them. The signature contains what was signed, so that an
 * invalid one is refused before anything is looked up.
 */
const keysOf = perApp(
  ({ secrets: { current, previous } }) => [keyFrom(current), ...(previous ? [keyFrom(previous)] : [])] as const,
);

export function signFile(app: App, { evidenceId, generation, linkOf }: SignedFile, expiresInSeconds: number): string {
  const link = linkOf === null ? generation : `${generation}.${linkOf}`;
  const signed = `${evidenceId}.${link}.${Math.floor(app.now() / 1_000) + expiresInSeconds}`;
  return `${signed}.${macOf(signed, keysOf(app)[0])}`;
}

export function readSignature(app: App, token: string): ReadSignature {
  const [, signed = '', evidenceId = '', generation, linkOf = null, expiresAt, mac = ''] = tokenParts.exec(token) ?? [];
  if (!keysOf(app).some((key) => isSame(mac, macOf(signed, key)))) return { kind: 'invalid' };
  const secondsLeft = Number(expiresAt) - app.now() / 1_000;
  // Earlier versions signed for up to a year.
  if (secondsLeft > maxSignedSeconds) return { kind: 'invalid' };
  return secondsLeft > 0
    ? { kind: 'valid', file: { evidenceId, generation: Number(generation), linkOf }, expiresAt: Number(expiresAt) }
    : { kind: 'expired' };
}

const tokenParts = /^(([\w-]{1,64})\.(\d{1,9})(?:\.([\w-]{10,64}))?\.(\d{1,12}))\.([\w-]{43})$/;

function keyFrom(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'kerbside signed URL of a file', 32));
}

function macOf(signed: string, key: Buffer): string {
  return createHmac('sha256', key).update(signed).digest('base64url');
}
