export type Role = 'owner' | 'handler';

/** A member of staff who is signed in with both factors. */
export type Staff = { id: string; name: string; email: string; role: Role };
