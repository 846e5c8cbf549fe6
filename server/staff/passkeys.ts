import { typedText } from '#forms/typed-text.ts';
import type { Library } from './better-auth.ts';
import type { Reauthentication } from './check-factors.ts';
import { type CreationOptions, challengeOf, createCeremony } from './passkey-ceremony.ts';
import type { PasskeyStore, StoredPasskey } from './passkey-store.ts';
import type { RequestContext } from './request-context.ts';
import { currentSessionId } from './sessions.ts';
import type { StaffMember } from './staff-member.ts';
import type { Commit, StaffStore } from './staff-store.ts';

/** How many passkeys an account may have: more than anybody has devices and places to keep passwords. */
export const maxPasskeys = 10;

/** The longest name of a passkey. */
const maxPasskeyName = 60;

export type Passkey = Pick<StoredPasskey, 'id' | 'name' | 'created_at' | 'last_used_at'>;

type Refused<Field> = { kind: 'refused'; field: Field | null; message: string };

type BeginPasskeyOutcome = { kind: 'begun'; options: CreationOptions } | Refused<'password' | 'code'>;
type AddPasskeyOutcome = { kind: 'added'; name: string } | Refused<'name'>;
export type RemovePasskeyOutcome = { kind: 'removed'; name: string } | Refused<'password' | 'code'>;

/** The passkeys of one's own account: which there are, adding one and removing one. */
export function createPasskeys(services: {
  library: () => Promise<Library>;
  store: StaffStore;
  passkeys: PasskeyStore;
  reauthentication: Pick<Reauthentication, 'checkBoth'>;
  commit: Commit;
  siteUrl: string;
  now: () => number;
}) {
  const { library, store, passkeys, reauthentication, commit, now } = services;
  const ceremony = createCeremony(services);

  /** A challenge to add a passkey is good in the session alone in which both factors were entered for it. */
  const challengeFor = async (staff: StaffMember, context: RequestContext) => ({
    holder: await currentSessionId(await library(), context),
    staff_id: staff.id,
  });

  return {
    list: async (staff: StaffMember): Promise<Passkey[]> => {
      const all = await passkeys.of(staff.id);
      return all.map(({ id, name, created_at, last_used_at }) => ({ id, name, created_at, last_used_at }));
    },

    /** Checks both factors, and returns what the browser needs to make a passkey. */
    begin: async (
      staff: StaffMember,
      given: { password: string; code: string },
      context: RequestContext,
    ): Promise<BeginPasskeyOutcome> => {
      const known = await passkeys.of(staff.id);
      if (known.length >= maxPasskeys) return { kind: 'refused', field: null, message: tooMany };
      const checked = await reauthentication.checkBoth(staff, given, context);
      if (checked.kind === 'refused') return checked;
      const options = await ceremony.creationOptions(staff, known);
      await passkeys.addChallenge(options.challenge, await challengeFor(staff, context), now());
      return { kind: 'begun', options };
    },

    /** Adds the passkey that the browser has made. */
    add: async (
      staff: StaffMember,
      given: { name: string; credential: unknown },
      context: RequestContext,
    ): Promise<AddPasskeyOutcome> => {
      const refused = (message: string): AddPasskeyOutcome => ({ kind: 'refused', field: null, message });
      const name = typedText(given.name.replaceAll(/\s+/g, ' ').slice(0, maxPasskeyName));
      if (name === '') return { kind: 'refused', field: 'name', message: 'Enter a name for the passkey.' };
      const challenge = challengeOf(given.credential);
      if (!(await passkeys.consumeChallenge(challenge, await challengeFor(staff, context), now())))
        return refused('That took too long. Enter your password and a new code, and try again.');
      const made = await ceremony.verifyRegistration(given.credential, challenge);
      if (!made) return refused('This passkey cannot be used here: it has to ask for your fingerprint, face or PIN.');
      return commit(async ({ tx, record, email }): Promise<AddPasskeyOutcome> => {
        const account = (await store.lockAccounts(tx)).find(({ id }) => id === staff.id);
        // An owner may have reset the account meanwhile, which removed its passkeys.
        if (!account?.hasTwoFactors || account.leftAt !== null) return refused('Your sign-in was reset. Sign in again.');
        if ((await passkeys.of(staff.id, tx)).length >= maxPasskeys) return refused(tooMany);
        const isAdded = await passkeys.add(tx, { ...made, staff_id: staff.id, name, created_at: now() });
        if (!isAdded) return refused('That passkey was added already.');
        record({ actor: staff, action: 'passkey added', subjectId: staff.id, details: { name } });
        await email('passkey-added', account.email, { name });
        return { kind: 'added', name };
      });
    },

    /** Removes a passkey, after a check of both factors, as for what else changes how somebody signs in. */
    remove: async (
      staff: StaffMember,
      given: { id: string; password: string; code: string },
      context: RequestContext,
    ): Promise<RemovePasskeyOutcome> => {
      const checked = await reauthentication.checkBoth(staff, given, context);
      if (checked.kind === 'refused') return checked;
      return commit(async ({ tx, record, email }): Promise<RemovePasskeyOutcome> => {
        const name = await passkeys.remove(tx, staff.id, given.id);
        if (name === null) return { kind: 'refused', field: null, message: 'That passkey was removed already.' };
        record({ actor: staff, action: 'passkey removed', subjectId: staff.id, details: { name } });
        await email('passkey-removed', staff.email, { name });
        return { kind: 'removed', name };
      });
    },
  };
}

const tooMany = `An account can have ${maxPasskeys} passkeys. Remove one that you no longer use first.`;
