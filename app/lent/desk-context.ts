import { createContext } from 'react-router';
import type { Ask } from '#server/auth/ask.ts';
import type { Auth } from '#server/auth/auth.ts';
import type { Desk } from '#server/desk/desk.ts';

/** What the server lends to the staff screens, and who asks. Null where a page is rendered for nobody in particular. */
export type LentDesk = {
  auth: Auth;
  desk: Desk;
  /** What is wrong behind the scenes, in words for a person. */
  alarms: () => { name: string; words: string }[];
  now: () => number;
  ask: Ask;
};

export const deskContext = createContext<LentDesk | null>(null);
