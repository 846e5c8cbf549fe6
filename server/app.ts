import { Hono, type MiddlewareHandler } from 'hono';
import { refusals, wireErrors } from '#forms/errors.ts';
import { claimPagePath, messagesPath, uploadsPath } from '#forms/evidence-rules.ts';
import { forms } from '#forms/forms.ts';
import { claimFileEndpoint } from '#server/claimant/claim-files.ts';
import { openClaimLink, removeClaimHere } from '#server/claimant/claim-session.ts';
import { messageEndpoint } from '#server/claimant/message-endpoint.ts';
import { createStorageWire, storagePath } from '#server/claimant/storage-wire.ts';
import {
  type FileProblems,
  formUploads,
  isFormPost,
  resumableUploads,
  type ShowProblems,
} from '#server/evidence/upload-endpoints.ts';
import { pageRequest, serveNoPage } from '#server/http/rendered-pages.ts';
import { inboundPath } from '#server/inbound/inbound-endpoint.ts';
import { pathForLog } from '#server/observability/log.ts';
import { recordRefusals } from '#server/observability/metrics.ts';
import { acceptPreviousSignatures } from '#server/staff/cookies.ts';
import { openStaffLink } from '#server/staff/link-cookies.ts';
import { authEndpoints, sessionEndpoint } from '#server/staff/session-endpoints.ts';
import { functionEndpoint, restEndpoint } from '#server/submissions/endpoints/submission-endpoints.ts';
import { deskUploadsPath, receiveStaffFiles } from './desk-uploads.ts';
import type { Env } from './env.ts';
import { clientAddress, type WithAddress } from './http/client-address.ts';
import { createCspReports } from './http/csp-reports.ts';
import { formBody, maxDeskFields, maxFormFields } from './http/form-body.ts';
import { allowLocation, noForeignReferrer, noPathInReferrer, privateHeaders, secureHeaders } from './http/headers.ts';
import { byLength, createWorkLimit } from './http/limit-work.ts';
import { metricsEndpoint } from './http/monitoring-endpoints.ts';
import { allowOrigins, ownPagesOnly } from './http/origin.ts';
import { problem } from './http/problem.ts';
import { bodyLimitBytes, jsonBody, limitBody, limitQuery } from './http/request-body.ts';
import { requestId, type WithRequestId } from './http/request-id.ts';
import { serveFiles } from './http/serve-files.ts';
import type { Services } from './services.ts';
import { keepSite, type SiteParts } from './site-in-memory.ts';
import { namesSource, partnerLinks, sourcePages, sourcePaths } from './source-links.ts';

export type AppParts = Omit<SiteParts, 'env' | 'render'> & {
  env: Pick<Env, 'siteUrl' | 'hstsPreload' | 'allowedOrigins' | 'trustProxy' | 'metricsToken' | 'serviceWorker' | 'rateLimit'>;
  services: Pick<
    Services,
    | 'accept'
    | 'canary'
    | 'linkOf'
    | 'cookiesOf'
    | 'readClaim'
    | 'claimant'
    | 'takeEmail'
    | 'evidence'
    | 'links'
    | 'signatures'
    | 'auth'
    | 'desk'
    | 'readiness'
    | 'rotatedSecrets'
    | 'log'
    | 'refusalLog'
    | 'metrics'
    | 'now'
  >;
  /** Renders a page for a request, or handles a form that a page posts without JavaScript. */
  render: (request: Request, visitor: Visitor) => Promise<Response>;
};

/** The paths below which request bodies are files. */
export const uploadPaths = [uploadsPath, `${storagePath}/object/`, deskUploadsPath];

/**
 * The pages that anybody may open and post to in order to sign in, in each spelling that React Router takes for one of them: in capitals,
 * with slashes behind, and with `.data` for what scripts ask for.
 */
const signInPages = /^\/desk\/(?:sign-in(?:\/(?:code|again))?|second-factor|join|forgotten|new-password)\/*(?:_?\.data)?$/i;

/** What a post of files without JavaScript counts as, in pages: that of the claim is rendered where one of them is refused. */
const pagesOfPostedFiles = 5;

/** What a page needs to know of its visitor: the address of the client, where it is known, and the result of files that it posted. */
export type Visitor = { address: string | null; fileProblems?: FileProblems };

/** Addresses of the desk in earlier versions, which people have kept. */
const movedScreens = { '/desk/jobs': '/desk/background', '/desk/promises': '/desk/responses', '/desk/colleagues': '/desk/staff' };

/**
 * The whole product as a function of a Request, without a port: the middleware in its order, and the files that it serves, by path.
 */
export async function createApp({ services, ...parts }: AppParts) {
  const { env, render } = parts;
  const { files, pages, renew, build } = await keepSite(parts);
  const renderHere = (request: Request, address: string | null) => render(pageRequest(request, env.siteUrl), { address });

  const limitWork = createWorkLimit({ isLimited: env.rateLimit, ...services });
  const costOfPage = byLength(bodyLimitBytes);
  const limitPages = limitWork(costOfPage);
  // Forms sent by a script cost no page, and have a limit of their own: posted pages from the same address do not use it up.
  const limitWires = createWorkLimit({ isLimited: env.rateLimit, ...services })(() => 1);

  const app = new Hono<WithAddress & WithRequestId>();
  app.use(serveFiles(files, namesSource));
  app.use(requestId(env, services.log));
  app.use(secureHeaders(env));
  app.use(limitQuery);
  app.onError((error, c) => {
    const facts = { path: pathForLog(c.req.path), error: error.message };
    // The client closed the connection before the end of its request.
    if (c.req.raw.signal.aborted) {
      services.log.debug('request aborted', facts);
      return problem(c, 400, refusals.unreadablePost);
    }
    services.log.error('request failed', facts);
    return problem(c, 500, refusals.ourFault);
  });

  app.get('/healthz', (c) => c.json({ alive: true }));
  app.get('/readyz', services.readiness.endpoint);

  app.get('/metrics', metricsEndpoint({ token: env.metricsToken, text: services.metrics.text }));

  const cspReports = createCspReports({ ...services, now: Date.now });
  app.post('/csp-reports', cspReports.limit, cspReports.report);

  const endpoints = { '/functions/v1/send-form-email': functionEndpoint, '/rest/v1/form_submissions': restEndpoint };
  for (const [path, endpoint] of Object.entries(endpoints)) {
    app.use(path, recordRefusals(services));
    app.post(
      path,
      allowOrigins(env),
      clientAddress(env),
      limitWires,
      limitBody,
      jsonBody,
      endpoint(services.accept, services.linkOf, services.cookiesOf, services.canary.accept),
    );
    app.all(path, allowOrigins(env), (c) => {
      c.header('Allow', 'POST, OPTIONS');
      return c.req.method === 'OPTIONS' ? c.body(null, 204) : problem(c, 405, wireErrors.onlyPost);
    });
  }
  app.all('/functions/*', (c) => problem(c, 404, wireErrors.noSuchFunction));
  app.all('/rest/*', (c) => problem(c, 404, wireErrors.noSuchTable));
  app.route(storagePath, createStorageWire(env, services, [clientAddress(env), limitWires]));
  app.post(inboundPath, clientAddress(env), services.takeEmail);

  if (services.rotatedSecrets)
    for (const path of ['/auth/*', '/desk', '/desk.data', '/desk/*'])
      app.use(path, acceptPreviousSignatures(services.rotatedSecrets, env.siteUrl));
  app.use('/auth/*', privateHeaders, clientAddress(env));
  app.get('/auth/session', sessionEndpoint(services.auth));
  for (const [name, endpoint] of Object.entries(authEndpoints))
    app.post(`/auth/${name}`, ownPagesOnly(env), limitBody, jsonBody, endpoint(services.auth));
  app.all('/auth/*', (c) => problem(c, 404, wireErrors.noSuchFunction));

  app.get('/desk/join', privateHeaders, openStaffLink(env, 'invitation'));
  app.get('/desk/new-password', privateHeaders, openStaffLink(env, 'reset'));
  for (const [before, now] of Object.entries(movedScreens))
    app.all(before, (c) => c.redirect(now + new URL(c.req.url).search, 308));
  const deskPaths = ['/desk', '/desk.data', '/desk/*'];
  for (const path of deskPaths) app.use(path, privateHeaders, noPathInReferrer, clientAddress(env));
  /**
   * Renders the page of the claim without scripts, because for them this address is no page. Its links and forms lead back to one.
   */
  const showProblems: ShowProblems = async (c, fileProblems, status, path = claimPagePath) => {
    const request = new Request(`${env.siteUrl}${path}`, { headers: { cookie: c.req.header('cookie') ?? '' } });
    const page = await render(request, { address: null, fileProblems });
    const body = (await page.text()).replaceAll(/<script\b.*?<\/script>/gs, '');
    page.headers.delete('Content-Type');
    for (const [name, value] of page.headers) c.header(name, value);
    return c.html(body, status);
  };
  // After a form with files was posted without JavaScript and refused, the browser shows this address.
  app.get(`${deskUploadsPath}:id`, (c) => c.redirect(`/desk/submissions/${encodeURIComponent(c.req.param('id'))}`, 303));
  app.post(`${deskUploadsPath}:id`, ownPagesOnly(env), receiveStaffFiles(services, showProblems));
  const limitSignIn = limitWork((c) => (signInPages.test(c.req.path) ? costOfPage(c) : 0));
  const [signInBody, deskBody] = [formBody(maxFormFields), formBody(maxDeskFields)];
  const readForm: MiddlewareHandler = (c, next) => (signInPages.test(c.req.path) ? signInBody : deskBody)(c, next);
  for (const path of deskPaths) {
    app.get(path, limitSignIn, (c) => renderHere(c.req.raw, c.get('address')));
    app.post(path, ownPagesOnly(env), limitSignIn, limitBody, readForm, (c) => renderHere(c.req.raw, c.get('address')));
  }

  // After a form with files was posted without JavaScript, the browser shows this address.
  app.get(uploadsPath, privateHeaders, (c, next) =>
    c.req.method === 'GET' && c.req.header('tus-resumable') === undefined
      ? Promise.resolve(c.redirect(claimPagePath, 303))
      : next(),
  );
  const ownPages = ownPagesOnly(env);
  const limitForms = limitWork((c) => (isFormPost(c) ? pagesOfPostedFiles : 0));
  for (const path of [uploadsPath, `${uploadsPath}/*`]) {
    // Browsers do not say where a HEAD request comes from; it changes nothing.
    app.use(path, privateHeaders, (c, next) => (c.req.method === 'HEAD' ? next() : ownPages(c, next)));
    app.use(path, noForeignReferrer, clientAddress(env), limitForms);
    app.all(path, formUploads(services, showProblems), resumableUploads(services));
  }
  app.get(`${claimPagePath}/evidence/:id/:version`, privateHeaders, noForeignReferrer, claimFileEndpoint(services));
  for (const path of [claimPagePath, `${claimPagePath}.data`, `${claimPagePath}/copy`]) {
    app.use(path, privateHeaders, noForeignReferrer, clientAddress(env), limitPages);
    app.get(path, (c) => renderHere(c.req.raw, null));
  }
  for (const path of [claimPagePath, `${claimPagePath}.data`])
    app.post(path, ownPagesOnly(env), limitBody, formBody(maxFormFields), (c) => renderHere(c.req.raw, null));
  app.post(`${claimPagePath}/remove`, privateHeaders, ownPagesOnly(env), removeClaimHere(env));
  app.post(messagesPath, privateHeaders, ownPagesOnly(env), limitBody, jsonBody, messageEndpoint(services.claimant));
  app.get(`${claimPagePath}/*`, privateHeaders, openClaimLink(env, services.links));

  for (const { path } of forms)
    app.post(
      path,
      recordRefusals(services),
      allowLocation,
      allowOrigins(env),
      clientAddress(env),
      limitPages,
      limitBody,
      formBody(maxFormFields),
      (c) => renderHere(c.req.raw, c.get('address')),
    );

  const showSource = sourcePages({ files, render: (c) => renderHere(c.req.raw, null), limit: limitWork(() => 1) });
  for (const path of sourcePaths) app.on(['GET', 'HEAD'], path, allowLocation, clientAddress(env), showSource);
  app.route('/', partnerLinks);

  app.on(['GET', 'HEAD'], '*', allowLocation, (c) => {
    const rendered = pages();
    return rendered ? serveNoPage(c, rendered) : renderHere(c.req.raw, null);
  });
  app.all('*', (c) => {
    c.header('Allow', 'GET, HEAD');
    return problem(c, 405, wireErrors.onlyRead);
  });
  return { app, files, renew, build };
}
