import { type MiddlewareFunction, redirect } from 'react-router';
import { lentDesk, sessionIdContext, staffContext } from './lent.ts';

/** Nothing of the desk is loaded or done for anybody who is not signed in with both factors. */
export const requireStaff: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const { auth, ask } = lentDesk(context);
  // The live line is held by the page, not by a person.
  const visit = await auth.read(ask, { active: new URL(request.url).pathname !== '/desk/events' });
  if (visit.kind === 'enrol') throw redirect('/desk/second-factor');
  if (visit.kind === 'nobody') {
    const to = pageOf(request);
    throw redirect(to === '/desk' ? '/desk/sign-in' : `/desk/sign-in?to=${encodeURIComponent(to)}`, {
      headers: visit.cookies.map((cookie): [string, string] => ['Set-Cookie', cookie]),
    });
  }
  context.set(staffContext, visit.staff);
  context.set(sessionIdContext, visit.session.id);
  const response = await next();
  for (const cookie of visit.cookies) response.headers.append('Set-Cookie', cookie);
  return response;
};

/** The page to come back to. What was being done cannot be done again by going there: after a form it is the page it stood on. */
function pageOf(request: Request): string {
  const { pathname, searchParams } = new URL(request.url);
  // React Router's own way to ask for what a page shows, and for a part of it.
  const page = pathname.replace(/\.data$/, '');
  searchParams.delete('_routes');
  return request.method === 'GET' && searchParams.size > 0 ? `${page}?${searchParams}` : page;
}
