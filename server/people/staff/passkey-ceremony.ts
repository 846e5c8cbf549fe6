import type {
  AuthenticationResponseJSON,
  RegistrationResponseJSON,
  VerifiedAuthenticationResponse,
  VerifiedRegistrationResponse,
} from '@simplewebauthn/server';
import { z } from 'zod';
import { site } from '#content/site.ts';
import type { App } from '#server/core/app.ts';
import { challengeSeconds, type StoredPasskey } from './passkey-store.ts';
import type { StaffMember } from './staff-member.ts';

/** The options of a ceremony, as browsers parse them. */
export type CreationOptions = Awaited<ReturnType<typeof creationOptions>>;
export type RequestOptions = Awaited<ReturnType<typeof requestOptions>>;

/** Everything that a browser says of a new passkey: its public key, its credential id, and its counter. */
type NewPasskey = Pick<StoredPasskey, 'credential_id' | 'public_key' | 'counter'>;

/** EdDSA, ES256 and RS256: together they are what all authenticators have. */
const algorithms = [-8, -7, -257];

/**
 * The formats of attestation that browsers answer with where none is asked for. For some of the others the library fetches lists of
 * revoked certificates, from addresses that the answer itself can name.
 */
const attestationFormats = ['none', 'packed'];

/** Far longer than the id of any credential: the standard allows 1,023 bytes. */
const maxIdLength = 1_400;

const credentialId = z
  .string()
  .max(maxIdLength)
  .regex(/^[\w-]+$/);
const shared = { id: credentialId, rawId: credentialId, type: z.literal('public-key') };
/** What `credential.toJSON()` gives of a new passkey, and of a signature by one. The library looks at what is in it. */
const registration = z.object({
  ...shared,
  response: z.object({ clientDataJSON: z.string(), attestationObject: z.string() }),
});
const assertion = z.object({
  ...shared,
  response: z.object({
    clientDataJSON: z.string(),
    authenticatorData: z.string(),
    signature: z.string(),
    userHandle: z.string(),
  }),
});

/** The library is loaded with the first ceremony: it brings the formats of certificates. */
const library = () => import('@simplewebauthn/server');

/**
 * The two ceremonies of WebAuthn are for the origin of the site. Every answer needs user verification, by PIN or fingerprint, so that a
 * passkey is two factors: the device, and what only its owner knows or is.
 */
function expectedOf({ env }: App) {
  const { hostname, origin } = new URL(env.siteUrl);
  return { expectedOrigin: origin, expectedRPID: hostname, requireUserVerification: true };
}

const timeout = challengeSeconds * 1_000;

/** What a browser is asked for to make a passkey. */
export async function creationOptions(app: App, staff: StaffMember, known: StoredPasskey[]) {
  return (await library()).generateRegistrationOptions({
    rpName: `${site.brand} desk`,
    rpID: expectedOf(app).expectedRPID,
    timeout,
    userID: new Uint8Array(Buffer.from(staff.id)),
    userName: staff.email,
    userDisplayName: staff.name,
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: known.map(({ credential_id: id }) => ({ id })),
  });
}

/** Names no credential: the browser shows the passkeys that it has, and nobody learns from here whose account has one. */
export async function requestOptions(app: App) {
  const rpID = expectedOf(app).expectedRPID;
  return (await library()).generateAuthenticationOptions({ rpID, timeout, userVerification: 'required', allowCredentials: [] });
}

/** The new passkey of an answer that signs this challenge; null where anything about it is not right. */
export async function verifyRegistration(app: App, given: unknown, challenge: string): Promise<NewPasskey | null> {
  const response = registration.safeParse(given).data as RegistrationResponseJSON | undefined;
  if (!response || isFramed(response)) return null;
  const { verifyRegistrationResponse } = await library();
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
  const checked = await unlessThrown<VerifiedRegistrationResponse | null>(async () => {
    const attestation = decodeAttestationObject(new Uint8Array(Buffer.from(response.response.attestationObject, 'base64url')));
    if (!attestationFormats.includes(attestation.get('fmt'))) return null;
    return verifyRegistrationResponse({
      ...expectedOf(app),
      response,
      expectedChallenge: challenge,
      supportedAlgorithmIDs: algorithms,
    });
  });
  if (!checked?.verified) return null;
  const { id, publicKey, counter } = checked.registrationInfo.credential;
  return { credential_id: id, public_key: Buffer.from(publicKey).toString('base64url'), counter };
}

/**
 * What the authenticator counts, of an answer that this passkey signed for this challenge; null where anything about it is not right.
 * Whether the counter has grown is decided where it is stored.
 */
export async function verifyAssertion(
  app: App,
  response: Assertion,
  challenge: string,
  passkey: StoredPasskey,
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await library();
  const publicKey = new Uint8Array(Buffer.from(passkey.public_key, 'base64url'));
  const credential = { id: passkey.credential_id, publicKey, counter: 0 };
  const checked = await unlessThrown<VerifiedAuthenticationResponse>(() =>
    verifyAuthenticationResponse({ ...expectedOf(app), response, expectedChallenge: challenge, credential }),
  );
  const isOwners = response.response.userHandle === Buffer.from(passkey.staff_id).toString('base64url');
  return checked?.verified && isOwners && !isFramed(response) ? checked.authenticationInfo.newCounter : null;
}

export type Assertion = AuthenticationResponseJSON;

/** The answer of a browser that signs in, in its shape; null where it has another. */
export function readAssertion(given: unknown): Assertion | null {
  return (assertion.safeParse(given).data as Assertion | undefined) ?? null;
}

/** The challenge that an answer says it has signed; an empty text where it says none. */
export function challengeOf(given: unknown): string {
  const { challenge } = clientDataOf(given);
  return typeof challenge === 'string' ? challenge : '';
}

function clientDataOf(given: unknown): { challenge?: unknown; crossOrigin?: unknown } {
  const { data } = z.object({ response: z.object({ clientDataJSON: z.string() }) }).safeParse(given);
  try {
    return JSON.parse(Buffer.from(data?.response.clientDataJSON ?? '', 'base64url').toString()) ?? {};
  } catch {
    return {};
  }
}

/** Whether the browser asked in a frame of another site, where nobody sees whose desk it is. The library takes it from browsers that do not name the site. */
const isFramed = (given: unknown) => clientDataOf(given).crossOrigin === true;

/** The library throws for every answer that is not right, whatever is wrong with it. */
async function unlessThrown<T>(verify: () => Promise<T>): Promise<T | null> {
  try {
    return await verify();
  } catch {
    return null;
  }
}
