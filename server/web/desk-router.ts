import { Hono, type MiddlewareHandler } from 'hono';
import { wireErrors } from '#forms/errors.ts';
import { clientAddress, type WithAddress } from '#server/core/http/client-address.ts';
import { ownPagesOnly } from '#server/core/http/origin.ts';
import { problem } from '#server/core/http/problem.ts';
import { jsonBody, limitBody } from '#server/core/http/request-body.ts';
import { authOf } from '#server/people/staff/auth.ts';
import { openStaffLink } from '#server/people/staff/link-cookies.ts';
import { authEndpoints, sessionEndpoint } from '#server/people/staff/session-endpoints.ts';
import { deskUploadsPath, receiveStaffFiles } from './desk-uploads.ts';
import { formBody, maxDeskFields, maxFormFields } from './form-body.ts';
import { noPathInReferrer, privateHeaders } from './headers.ts';
import { costOfPage, showProblems, type Web } from './web.ts';

/**
 * The pages that anybody may open and post to in order to sign in, in each spelling that React Router takes for one of them: in capitals,
 * with slashes behind, and with `.data` for what scripts ask for.
 */
const signInPages = /^\/desk\/(?:sign-in(?:\/(?:code|again))?|second-factor|join|forgotten|new-password)\/*(?:_?\.data)?$/i;

const deskPaths = ['/desk', '/desk.data', '/desk/*'];

/** Signing in, and the desk. Who may do what there is asked by desk.ts. */
export function deskRouter(web: Web): Hono<WithAddress> {
  const { app, renderHere, limitWork } = web;
  const { env } = app;
  const auth = authOf(app);
  const router = new Hono<WithAddress>();
  router.use('/auth/*', privateHeaders, clientAddress(env));
  router.get('/auth/session', sessionEndpoint(auth));
  for (const [name, endpoint] of Object.entries(authEndpoints))
    router.post(`/auth/${name}`, ownPagesOnly(env), limitBody, jsonBody, endpoint(auth));
  router.all('/auth/*', (c) => problem(c, 404, wireErrors.noSuchFunction));

  router.get('/desk/join', privateHeaders, openStaffLink(env, 'invitation'));
  router.get('/desk/new-password', privateHeaders, openStaffLink(env, 'reset'));
  for (const path of deskPaths) router.use(path, privateHeaders, noPathInReferrer, clientAddress(env));
  // After a form with files was posted without JavaScript and refused, the browser shows this address.
  router.get(`${deskUploadsPath}:id`, (c) => c.redirect(`/desk/submissions/${encodeURIComponent(c.req.param('id'))}`, 303));
  router.post(`${deskUploadsPath}:id`, ownPagesOnly(env), receiveStaffFiles(app, showProblems(web)));
  const limitSignIn = limitWork((c) => (signInPages.test(c.req.path) ? costOfPage(c) : 0));
  const [signInBody, deskBody] = [formBody(maxFormFields), formBody(maxDeskFields)];
  const readForm: MiddlewareHandler = (c, next) => (signInPages.test(c.req.path) ? signInBody : deskBody)(c, next);
  for (const path of deskPaths) {
    router.get(path, limitSignIn, (c) => renderHere(c));
    router.post(path, ownPagesOnly(env), limitSignIn, limitBody, readForm, (c) => renderHere(c));
  }
  return router;
}
