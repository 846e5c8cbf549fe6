// Protects: who adds a passkey is told what to do about it, not how to sign in, which they have done.
import { afterEach, expect, test, vi } from 'vitest';
import { addPasskey, signInByPasskey } from './passkey-calls.ts';

afterEach(() => void vi.unstubAllGlobals());

/** A browser whose authenticator fails for this reason. */
function failWith(name: string): void {
  const fail = () => Promise.reject(new DOMException('', name));
  vi.stubGlobal('navigator', { credentials: { create: fail, get: fail } });
  vi.stubGlobal('PublicKeyCredential', { parseCreationOptionsFromJSON: () => ({}), parseRequestOptionsFromJSON: () => ({}) });
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({})));
}

test.each(['ConstraintError', 'NotSupportedError'])(
  'a security key that has no PIN can be given one, after a %s',
  async (name) => {
    failWith(name);
    const error = await addPasskey({ name: 'Key', password: 'x', code: '123456' });
    expect(error?.message).toContain('has to have a PIN');
    expect(error?.message).not.toContain('Sign in with');
  },
);

test('whatever fails at signing in, password and code go on working', async () => {
  failWith('ConstraintError');
  expect((await signInByPasskey())?.message).toContain('Sign in with your password and a code.');
});
