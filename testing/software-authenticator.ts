import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** What an authenticator or a browser may say that is not so. */
type Lies = {
  origin?: string;
  rpId?: string;
  challenge?: string;
  isVerified?: boolean;
  /** It asked in a frame of another site. */
  crossOrigin?: boolean;
  counter?: number;
  userHandle?: string;
  id?: string;
  /** A certificate of the maker of a security key, signed by nobody in particular, though none was asked for. */
  hasCertificate?: boolean;
};

const flags = { present: 1, verified: 4, hasCredential: 64 };

/**
 * A browser with one passkey in software (ES256, attestation "none"): answers the options of WebAuthn as `credential.toJSON()` does. It
 * counts its uses, as security keys do; `counts: false` says 0 each time, as phones do.
 */
export function createSoftwareAuthenticator({ counts = true, origin = 'https://kerbside.example' } = {}) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32).toString('base64url');
  let uses = 0;
  let userHandle = '';

  const clientData = (type: string, given: { challenge: string }, lies: Lies) =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: lies.challenge ?? given.challenge,
        origin: lies.origin ?? origin,
        crossOrigin: lies.crossOrigin ?? false,
      }),
    );

  function authenticatorData(rpId: string, lies: Lies, credential = Buffer.alloc(0)): Buffer {
    uses += counts ? 1 : 0;
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(lies.counter ?? uses);
    const flag =
      flags.present | (lies.isVerified === false ? 0 : flags.verified) | (credential.length > 0 ? flags.hasCredential : 0);
    return Buffer.concat([sha256(lies.rpId ?? rpId), Buffer.from([flag]), counter, credential]);
  }

  return {
    id,
    /** Makes its passkey, for `navigator.credentials.create`. */
    create: (options: { challenge: string; rp: { id?: string }; user: { id: string } }, lies: Lies = {}) => {
      userHandle = options.user.id;
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      const cose = new Map<number, Cbor>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]);
      const rawId = Buffer.from(lies.id ?? id, 'base64url');
      const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, rawId.length]), rawId, cbor(cose)]);
      const authData = authenticatorData(options.rp.id ?? '', lies, credential);
      const client = clientData('webauthn.create', options, lies);
      const point = Buffer.concat([Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]);
      const signed = Buffer.concat([Buffer.alloc(1), authData.subarray(0, 32), sha256(client), rawId, point]);
      const statement = new Map<string, Cbor>([
        ['sig', sign('sha256', signed, privateKey)],
        ['x5c', [certificateOf(publicKey)]],
      ]);
      const attestation = new Map<string, Cbor>([
        ['fmt', lies.hasCertificate ? 'fido-u2f' : 'none'],
        ['attStmt', lies.hasCertificate ? statement : new Map<string, Cbor>()],
        ['authData', authData],
      ]);
      const response = {
        clientDataJSON: base64url(client),
        attestationObject: base64url(cbor(attestation)),
        transports: ['internal'],
      };
      return { id: base64url(rawId), rawId: base64url(rawId), type: 'public-key', response, clientExtensionResults: {} };
    },

    /** Signs in, for `navigator.credentials.get`. */
    get: (options: { challenge: string; rpId?: string }, lies: Lies = {}) => {
      const client = clientData('webauthn.get', options, lies);
      const data = authenticatorData(options.rpId ?? '', lies);
      const response = {
        clientDataJSON: base64url(client),
        authenticatorData: base64url(data),
        signature: base64url(sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)),
        userHandle: lies.userHandle ?? userHandle,
      };
      return { id: lies.id ?? id, rawId: lies.id ?? id, type: 'public-key', response, clientExtensionResults: {} };
    },
  };
}

type Cbor = number | string | Buffer | Cbor[] | Map<number, Cbor> | Map<string, Cbor>;

/** CBOR (RFC 8949) of what an attestation has: whole numbers, texts, bytes, lists and maps. */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  if (typeof value === 'string') return Buffer.concat([head(3, value.length), Buffer.from(value)]);
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(cbor)]);
  const entries = [...(value as Map<number | string, Cbor>)];
  return Buffer.concat([head(5, entries.length), ...entries.flatMap((entry) => entry.map(cbor))]);
}

function head(type: number, argument: number): Buffer {
  if (argument < 24) return Buffer.from([(type << 5) | argument]);
  return argument < 256
    ? Buffer.from([(type << 5) | 24, argument])
    : Buffer.from([(type << 5) | 25, argument >> 8, argument & 255]);
}

/** The shortest X.509 certificate of a key. Its signature is empty. */
function certificateOf(key: KeyObject): Buffer {
  const ecdsaWithSha256 = der(0x30, der(0x06, Buffer.from('2a8648ce3d040302', 'hex')));
  const name = der(0x30);
  const time = der(0x17, Buffer.from('260101000000Z'));
  const fields = [ecdsaWithSha256, name, der(0x30, time, time), name, key.export({ type: 'spki', format: 'der' })];
  return der(0x30, der(0x30, der(0x02, Buffer.from([1])), ...fields), ecdsaWithSha256, der(0x03, Buffer.alloc(1)));
}

function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  return Buffer.concat([Buffer.from(length < 128 ? [tag, length] : [tag, 0x82, length >> 8, length & 255]), content]);
}

function sha256(data: string | Buffer): Buffer {
  return createHash('sha256').update(data).digest();
}

function base64url(bytes: Buffer): string {
  return bytes.toString('base64url');
}
