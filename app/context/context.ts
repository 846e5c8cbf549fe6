import { createContext } from 'react-router';
import type { PublicScripts } from '#app/document/public-document.ts';
import type { SiteChanges } from '#content/site-changes.ts';
import type { FileProblems } from '#server/files/upload-endpoints.ts';
import type { AlarmInDesk } from '#server/operations/alarms/alarm-watch.ts';
import type { Claimant } from '#server/people/claimant/claimant.ts';
import type { Push } from '#server/people/push/push.ts';
import type { Auth } from '#server/people/staff/auth.ts';
import type { RequestContext } from '#server/people/staff/request-context.ts';
import type { Desk } from '#server/web/desk.ts';
import type { PublicOperations } from '#server/web/public-operations.ts';

/** What the server gives to public routes for one request, in addition to what React Router gives them. */
export type RouteServices = PublicOperations & {
  /** Logs that a page could not be rendered. */
  noteFault: (path: string, error: unknown) => void;
  /** The id of this request in the log. */
  requestId: string | null;
  /** Null in development. */
  publicScripts: PublicScripts | null;
};

/** The default is for pages that are rendered at build. */
export const servicesContext = createContext<RouteServices>({
  accept: async () => ({ kind: 'unavailable' }),
  showSource: async () => null,
  responseOf: () => ({ status: 503, message: '' }),
  linkOf: () => null,
  cookiesOf: () => [],
  siteUrl: '',
  serviceWorker: true,
  noteFault: () => {},
  requestId: null,
  publicScripts: null,
});

/** What the server gives to the page of a claim. Null where a page is rendered at build. */
export const claimantContext = createContext<Claimant | null>(null);

/** The result of files that were posted by a form; null for any other request. */
export const fileProblemsContext = createContext<FileProblems | null>(null);

/** What a public page is previewed with; null for every page that is shown. */
export const previewContext = createContext<SiteChanges | null>(null);

/** What the server gives to routes of the desk for one request. */
export type DeskContext = {
  auth: Auth;
  desk: Desk;
  /** The push messages to browsers of staff. */
  push: Push;
  /** What is wrong with background work, as messages for staff. */
  alarms: () => AlarmInDesk[];
  now: () => number;
  requestContext: RequestContext;
  /** A public page as it would be with these changes. */
  preview: (changes: SiteChanges, path: string) => Promise<Response>;
};

/** Null where a page is rendered at build. */
export const deskContext = createContext<DeskContext | null>(null);
