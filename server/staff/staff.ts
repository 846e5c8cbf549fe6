export type Role = 'owner' | 'handler';

/** A member of staff who is signed in with both factors. */
export type StaffMember = { id: string; name: string; email: string; role: Role };

/** Longer than any address that mail can be sent to. */
const longestEmail = 254;

/** Whether an account can have this address. The sign-in library takes no other, so whoever had one could not come back in. */
export function isAccountEmail(text: string): boolean {
  const hasItsShape = /^[\w'+.-]*[\w+-]@[a-z0-9.-]+\.[a-z]{2,}$/i.test(text);
  return hasItsShape && text.length <= longestEmail && !text.startsWith('.') && !/\.\.|@\.|[.@]-/.test(text);
}
