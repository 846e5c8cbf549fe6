import type { Database } from '#server/database/open.ts';

/**
 * Erases what nobody can come in with any more: sessions and started sign-ins that have ended by `now`, with their addresses and
 * browsers, and invitations that ended before `invitationsBefore`, with their e-mail addresses.
 */
export async function eraseExpiredAccess({ write }: Database, ended: { now: number; invitationsBefore: number }): Promise<void> {
  const now = new Date(ended.now).toISOString();
  await write(async (tx) => {
    await tx.deleteFrom('staff_sessions').where('expiresAt', '<', now).execute();
    await tx.deleteFrom('staff_verifications').where('expiresAt', '<', now).execute();
    await tx.deleteFrom('staff_invitations').where('expires_at', '<', ended.invitationsBefore).execute();
  });
}
