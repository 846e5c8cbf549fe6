import { createContext } from 'react-router';
import type { Desk } from '#server/desk.ts';
import type { Auth } from '#server/staff/auth.ts';
import type { Ask } from '#server/staff/request-context.ts';

/** What the server gives to routes of the desk for one request. Null where a page is rendered at build. */
export type DeskContext = {
  auth: Auth;
  desk: Desk;
  /** What is wrong behind the scenes, in words for a person. */
  alarms: () => { name: string; words: string }[];
  now: () => number;
  ask: Ask;
};

export const deskContext = createContext<DeskContext | null>(null);
