import { Hono } from 'hono';
import { claimPagePath, claimRemovedPath, messagesPath, uploadsPath } from '#forms/evidence-rules.ts';
import { clientAddress, type WithAddress } from '#server/core/http/client-address.ts';
import { ownPagesOnly } from '#server/core/http/origin.ts';
import { jsonBody, limitBody } from '#server/core/http/request-body.ts';
import { formUploads, isFormPost, resumableUploads } from '#server/files/upload-endpoints.ts';
import { claimFileEndpoint } from '#server/people/claimant/claim-files.ts';
import { linkState } from '#server/people/claimant/claim-link.ts';
import { endClaimHere, openClaimLink, readClaim, removeClaimHere } from '#server/people/claimant/claim-session.ts';
import { messageEndpoint } from '#server/people/claimant/message-endpoint.ts';
import { formBody, maxFormFields } from './form-body.ts';
import { noForeignReferrer, privateHeaders } from './headers.ts';
import { costOfPage, showProblems, type Web } from './web.ts';

/** What a post of files without JavaScript counts as, in pages: that of the claim is rendered where one of them is refused. */
const pagesOfPostedFiles = 5;

/** The page of a claim, its files and its messages, for whoever holds its private link. */
export function claimantRouter(web: Web): Hono<WithAddress> {
  const { app, renderHere, limitWork } = web;
  const { env } = app;
  const router = new Hono<WithAddress>();
  // After a form with files was posted without JavaScript, the browser shows this address.
  router.get(uploadsPath, privateHeaders, (c, next) =>
    c.req.method === 'GET' && c.req.header('tus-resumable') === undefined
      ? Promise.resolve(c.redirect(claimPagePath, 303))
      : next(),
  );
  const ownPages = ownPagesOnly(env);
  const limitForms = limitWork((c) => (isFormPost(c) ? pagesOfPostedFiles : 0));
  for (const path of [uploadsPath, `${uploadsPath}/*`]) {
    // Browsers do not say where a HEAD request comes from; it changes nothing.
    router.use(path, privateHeaders, (c, next) => (c.req.method === 'HEAD' ? next() : ownPages(c, next)));
    router.use(path, noForeignReferrer, clientAddress(env), limitForms);
    router.all(path, formUploads(app, readClaim, showProblems(web)), resumableUploads(app, readClaim, linkState));
  }
  router.get(`${claimPagePath}/evidence/:id/:version`, privateHeaders, noForeignReferrer, claimFileEndpoint(app));
  for (const path of [claimPagePath, `${claimPagePath}.data`, `${claimPagePath}/copy`]) {
    router.use(path, privateHeaders, noForeignReferrer, clientAddress(env), limitWork(costOfPage));
    router.get(path, (c) => renderHere(c, null));
  }
  for (const path of [claimPagePath, `${claimPagePath}.data`])
    router.post(path, ownPagesOnly(env), limitBody, formBody(maxFormFields), (c) => renderHere(c, null));
  router.get(claimRemovedPath, privateHeaders, endClaimHere(env));
  router.post(`${claimPagePath}/remove`, privateHeaders, ownPagesOnly(env), removeClaimHere(env));
  router.post(messagesPath, privateHeaders, ownPagesOnly(env), limitBody, jsonBody, messageEndpoint(app));
  router.get(`${claimPagePath}/*`, privateHeaders, openClaimLink(app));
  return router;
}
