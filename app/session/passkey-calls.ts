import { postJson, type SessionError, sessionChanged } from './session-calls.ts';

/** What is said of all other exceptions. Browsers have several for a security key without a PIN. */
const failed = {
  using: 'Your browser could not use a passkey. Sign in with your password and a code.',
  making: 'Your browser could not make a passkey. A security key has to have a PIN. To try again, type a new code.',
};

/**
 * Signs in with a passkey, which the browser asks for; null on success. With an email address it has to be a passkey of that account:
 * over a page that stays as it is the same person goes on.
 */
export async function signInByPasskey(email?: string): Promise<SessionError> {
  const asked = await postJson<PublicKeyCredentialRequestOptionsJSON>('/auth/passkey-options', {});
  if (!asked.json) return asked.error;
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(asked.json);
  const credential = await answered(() => navigator.credentials.get({ publicKey }), failed.using, {
    NotAllowedError: 'No passkey was used. Try again, or sign in with your password and a code.',
    SecurityError: 'Passkeys do not work at this address. Sign in with your password and a code.',
  });
  if ('message' in credential) return credential;
  const { error } = await postJson('/auth/passkey', { credential: credential.json, ...(email !== undefined && { email }) });
  if (!error) await sessionChanged();
  return error;
}

/** Adds a passkey to the account that is signed in, after a check of both factors; null on success. */
export async function addPasskey(given: { name: string; password: string; code: string }): Promise<SessionError> {
  const { name, ...factors } = given;
  const asked = await postJson<PublicKeyCredentialCreationOptionsJSON>('/auth/new-passkey-options', factors);
  if (!asked.json) return asked.error;
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(asked.json);
  const credential = await answered(() => navigator.credentials.create({ publicKey }), failed.making, {
    NotAllowedError: 'No passkey was made. To try again, type a new code.',
    InvalidStateError: 'There is a passkey for your account on this device already.',
    SecurityError: 'Passkeys do not work at this address.',
  });
  if ('message' in credential) return credential;
  return (await postJson('/auth/new-passkey', { name, credential: credential.json })).error;
}

/** What the authenticator answers; or why there is no answer, by the name of the browser's exception. */
async function answered(
  ceremony: () => Promise<Credential | null>,
  otherwise: string,
  messages: Record<string, string>,
): Promise<{ json: unknown } | { message: string }> {
  try {
    const credential = await ceremony();
    return credential instanceof PublicKeyCredential ? { json: credential.toJSON() } : { message: otherwise };
  } catch (error) {
    return { message: (error instanceof DOMException && messages[error.name]) || otherwise };
  }
}
