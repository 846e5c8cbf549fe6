import type { CredentialStore } from './credential-store.ts';
import type { Reauthentication } from './reauthentication.ts';
import type { Ask } from './request-context.ts';
import { isAccountEmail, type StaffMember } from './staff.ts';
import type { Commit } from './staff-commit.ts';
import { words } from './staff-messages.ts';
import type { StaffStore } from './staff-store.ts';

export type ProfileChange =
  | { kind: 'changed'; staff: StaffMember }
  | { kind: 'refused'; field: 'name' | 'email' | 'password' | 'code' | null; words: string };

/** What somebody may change about their own account without an owner. */
export function createProfile(services: {
  store: StaffStore;
  credentials: CredentialStore;
  reauthentication: Reauthentication;
  commit: Commit;
}) {
  const { store, credentials, reauthentication, commit } = services;

  return {
    changeName: async (staff: StaffMember, given: string): Promise<ProfileChange> => {
      const name = given.trim().slice(0, 100);
      if (name === '') return { kind: 'refused', field: 'name', words: words.nameMissing };
      await commit(async ({ tx, record }) => {
        await store.setName(tx, staff.id, name);
        await record({ actor: staff, action: 'name changed', subjectId: staff.id, details: { to: name } });
      });
      return { kind: 'changed', staff: { ...staff, name } };
    },

    /** After both factors: links for new passwords go to this address. The one before is told. */
    changeEmail: async (
      staff: StaffMember,
      given: { email: string; password: string; code: string },
      ask: Ask,
    ): Promise<ProfileChange> => {
      const email = given.email.trim().toLowerCase();
      const refused = (said: string): ProfileChange => ({ kind: 'refused', field: 'email', words: said });
      if (!isAccountEmail(email)) return refused(words.noEmail);
      if (email === staff.email) return refused(words.sameEmail);
      if (await store.findByEmail(email)) return refused(words.emailTaken);
      const checked = await reauthentication.byBoth(staff, given, ask);
      if (checked.kind === 'refused') return checked;
      return commit(async (change): Promise<ProfileChange> => {
        const members = await store.hold(change.tx);
        if (members.some((one) => one.email === email)) return refused(words.emailTaken);
        await store.setEmail(change.tx, staff.id, email);
        await credentials.dropResetLinks(change.tx, staff.id);
        await change.record({ actor: staff, action: 'email changed', subjectId: staff.id });
        await change.email('email-changed', staff.email, { email });
        return { kind: 'changed', staff: { ...staff, email } };
      });
    },
  };
}
