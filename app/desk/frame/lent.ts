import { createContext, type RouterContextProvider } from 'react-router';
import { deskContext, type LentDesk } from '#app/lent/desk-context.ts';
import type { Staff } from '#server/auth/staff.ts';

/** Context as React Router hands it to loaders and actions; read-only there. */
export type Context = Readonly<RouterContextProvider>;

/** What the server lends to the staff screens. */
export function lentDesk(context: Context): LentDesk {
  const lent = context.get(deskContext);
  if (!lent) throw new Error('The desk was asked for without what the server lends to it.');
  return lent;
}

/** Who is signed in with both factors; set by `requireStaff`, which stands before every screen but the door. */
export const staffContext = createContext<Staff | null>(null);

export function staffOf(context: Context): Staff {
  const staff = context.get(staffContext);
  if (!staff) throw new Error('A screen of the desk is outside the layout that asks who is there.');
  return staff;
}

/** The session that a request came with, to tell it from the others of the same member of staff. */
export const sessionIdContext = createContext<string | null>(null);

export function withCookies(cookies: string[]): Headers {
  const headers = new Headers();
  for (const cookie of cookies) headers.append('Set-Cookie', cookie);
  return headers;
}
