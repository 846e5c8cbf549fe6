import { createContext, data, type MiddlewareFunction, type RouterContextProvider, redirect } from 'react-router';
import { type DeskContext, deskContext } from '#app/context/context.ts';
import type { StaffMember } from '#server/people/staff/staff-member.ts';

/** The context that React Router passes to loaders and actions; they can only read it. */
export type Context = Readonly<RouterContextProvider>;

/** What loaders and actions of the desk work with. */
export function deskServices(context: Context): DeskContext {
  const services = context.get(deskContext);
  if (!services) throw new Error('The request has no desk context.');
  return services;
}

/** Who is signed in with both factors; set by `requireStaff`, which runs before every page but those for signing in. */
export const staffContext = createContext<StaffMember | null>(null);

export function staffOf(context: Context): StaffMember {
  const staff = context.get(staffContext);
  if (!staff) throw new Error('This route is outside the layout that requires staff.');
  return staff;
}

/** The session of the request, which the account page shows among the others. */
export const sessionIdContext = createContext<string | null>(null);

/** Middleware of every page of the desk: nothing is loaded or done for anybody who is not signed in with both factors. */
export const requireStaff: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const { auth, requestContext } = deskServices(context);
  // What the page requests by itself is no activity of a person.
  const isByPage = ['/desk/events', '/desk/push', '/desk/ringing'].includes(new URL(request.url).pathname);
  const state = await auth.read(requestContext, { active: !isByPage });
  if (state.kind === 'enrolment required') throw redirect('/desk/second-factor');
  if (state.kind === 'signed out') {
    // It could not follow anybody to a page.
    if (isByPage) throw new Response('Signed out.', { status: 401, headers: { 'Content-Type': 'text/plain' } });
    const to = pageOf(request);
    throw redirect(to === '/desk' ? '/desk/sign-in' : `/desk/sign-in?to=${encodeURIComponent(to)}`, {
      headers: state.cookies.map((cookie): [string, string] => ['Set-Cookie', cookie]),
    });
  }
  context.set(staffContext, state.staff);
  context.set(sessionIdContext, state.session.id);
  const response = await next();
  for (const cookie of state.cookies) response.headers.append('Set-Cookie', cookie);
  return response;
};

/** The page to return to after signing in. A post cannot be repeated by that, so it is the page of the form, without parameters. */
function pageOf(request: Request): string {
  const { pathname, searchParams } = new URL(request.url);
  // React Router requests the data of a page, or of a part of it, at another address.
  const page = pathname.replace(/\.data$/, '');
  searchParams.delete('_routes');
  return request.method === 'GET' && searchParams.size > 0 ? `${page}?${searchParams}` : page;
}

const inbox = '/desk';

/** Where to go after signing in: always a page of the desk, whatever the parameter says. */
export function returnTo(request: Request): string {
  const { origin, searchParams } = new URL(request.url);
  const to = searchParams.get('to') ?? inbox;
  if (!to.startsWith(inbox) || !URL.canParse(to, origin)) return inbox;
  // The path is normalised as browsers do it: without dot segments, and safe in a header.
  const { pathname, search } = new URL(to, origin);
  return /^\/desk(\/|$)/.test(pathname) ? pathname + search : inbox;
}

/** Adds the page to return to to the link to another step of signing in. */
export function keepReturnTo(path: string, request: Request): string {
  const to = returnTo(request);
  return to === inbox ? path : `${path}?to=${encodeURIComponent(to)}`;
}

/** Awaits an operation of the desk; `NotAllowed` becomes a 403. */
export async function allow<T>(result: Promise<T>): Promise<T> {
  try {
    return await result;
  } catch (error) {
    if (error instanceof Error && error.name === 'NotAllowed') throw data({ message: error.message }, { status: 403 });
    throw error;
  }
}

export function withCookies(cookies: string[]): Headers {
  const headers = new Headers();
  for (const cookie of cookies) headers.append('Set-Cookie', cookie);
  return headers;
}

/**
 * Responds with a file or a stream. HEAD gets no body, because nobody would read the stream to its end. A data request of React
 * Router, which would buffer it, gets a 404.
 */
export function fileResponse(request: Request, headers: Record<string, string>, body: () => BodyInit): Response {
  if (isDataRequest(request)) throw data(null, { status: 404 });
  return new Response(request.method === 'HEAD' ? null : body(), { headers });
}

/** Whether React Router's scripts made the request, and not the browser by itself. */
export function isDataRequest(request: Request): boolean {
  return new URL(request.url).pathname.endsWith('.data');
}
