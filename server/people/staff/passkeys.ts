import { typedText } from '#forms/typed-text.ts';
import type { App } from '#server/core/app.ts';
import { checkBoth } from './check-factors.ts';
import { type CreationOptions, challengeOf, creationOptions, verifyRegistration } from './passkey-ceremony.ts';
import type { StoredPasskey } from './passkey-store.ts';
import * as passkeys from './passkey-store.ts';
import type { RequestContext } from './request-context.ts';
import { currentSessionId } from './sessions.ts';
import type { StaffMember } from './staff-member.ts';
import * as store from './staff-store.ts';
import { commit } from './staff-store.ts';

/** How many passkeys an account may have: more than anybody has devices and places to keep passwords. */
export const maxPasskeys = 10;

/** The longest name of a passkey. */
const maxPasskeyName = 60;

export type Passkey = Pick<StoredPasskey, 'id' | 'name' | 'created_at' | 'last_used_at'>;

type Refused<Field> = { kind: 'refused'; field: Field | null; message: string };

type BeginPasskeyOutcome = { kind: 'begun'; options: CreationOptions } | Refused<'password' | 'code'>;
type AddPasskeyOutcome = { kind: 'added'; name: string } | Refused<'name'>;
export type RemovePasskeyOutcome = { kind: 'removed'; name: string } | Refused<'password' | 'code'>;

/** A challenge to add a passkey is good in the session alone in which both factors were entered for it. */
async function challengeFor(app: App, staff: StaffMember, context: RequestContext) {
  return {
    holder: await currentSessionId(app, context),
    staff_id: staff.id,
  };
}

export async function listPasskeys(app: App, staff: StaffMember): Promise<Passkey[]> {
  const all = await passkeys.ofAccount(app.db.db, staff.id);
  return all.map(({ id, name, created_at, last_used_at }) => ({ id, name, created_at, last_used_at }));
}

/** Checks both factors, and returns what the browser needs to make a passkey. */
export async function beginPasskey(
  app: App,
  staff: StaffMember,
  given: { password: string; code: string },
  context: RequestContext,
): Promise<BeginPasskeyOutcome> {
  const known = await passkeys.ofAccount(app.db.db, staff.id);
  if (known.length >= maxPasskeys) return { kind: 'refused', field: null, message: tooMany };
  const checked = await checkBoth(app, staff, given, context);
  if (checked.kind === 'refused') return checked;
  const options = await creationOptions(app, staff, known);
  await passkeys.addChallenge(app, options.challenge, await challengeFor(app, staff, context));
  return { kind: 'begun', options };
}

/** Adds the passkey that the browser has made. */
export async function addPasskey(
  app: App,
  staff: StaffMember,
  given: { name: string; credential: unknown },
  context: RequestContext,
): Promise<AddPasskeyOutcome> {
  const refused = (message: string): AddPasskeyOutcome => ({ kind: 'refused', field: null, message });
  const name = typedText(given.name.replaceAll(/\s+/g, ' ').slice(0, maxPasskeyName));
  if (name === '') return { kind: 'refused', field: 'name', message: 'Enter a name for the passkey.' };
  const challenge = challengeOf(given.credential);
  if (!(await passkeys.consumeChallenge(app, challenge, await challengeFor(app, staff, context))))
    return refused('That took too long. Enter your password and a new code, and try again.');
  const made = await verifyRegistration(app, given.credential, challenge);
  if (!made) return refused('This passkey cannot be used here: it has to ask for your fingerprint, face or PIN.');
  return commit(app, async ({ tx, record, email }): Promise<AddPasskeyOutcome> => {
    const account = (await store.lockAccounts(tx)).find(({ id }) => id === staff.id);
    // An owner may have reset the account meanwhile, which removed its passkeys.
    if (!account?.hasTwoFactors || account.leftAt !== null) return refused('Your sign-in was reset. Sign in again.');
    if ((await passkeys.ofAccount(tx, staff.id)).length >= maxPasskeys) return refused(tooMany);
    const isAdded = await passkeys.add(tx, { ...made, staff_id: staff.id, name, created_at: app.now() });
    if (!isAdded) return refused('That passkey was added already.');
    record({ actor: staff, action: 'passkey added', subjectId: staff.id, details: { name } });
    await email('passkey-added', account.email, { name });
    return { kind: 'added', name };
  });
}

/** Removes a passkey, after a check of both factors, as for what else changes how somebody signs in. */
export async function removePasskey(
  app: App,
  staff: StaffMember,
  given: { id: string; password: string; code: string },
  context: RequestContext,
): Promise<RemovePasskeyOutcome> {
  const checked = await checkBoth(app, staff, given, context);
  if (checked.kind === 'refused') return checked;
  return commit(app, async ({ tx, record, email }): Promise<RemovePasskeyOutcome> => {
    const name = await passkeys.remove(tx, staff.id, given.id);
    if (name === null) return { kind: 'refused', field: null, message: 'That passkey was removed already.' };
    record({ actor: staff, action: 'passkey removed', subjectId: staff.id, details: { name } });
    await email('passkey-removed', staff.email, { name });
    return { kind: 'removed', name };
  });
}

const tooMany = `An account can have ${maxPasskeys} passkeys. Remove one that you no longer use first.`;
