import { Hono } from 'hono';
import { wireErrors } from '#forms/errors.ts';
import { functionEndpoint, restEndpoint } from '#server/claims/endpoints/submission-endpoints.ts';
import { clientAddress, type WithAddress } from '#server/core/http/client-address.ts';
import { allowOrigins } from '#server/core/http/origin.ts';
import { problem } from '#server/core/http/problem.ts';
import { jsonBody, limitBody } from '#server/core/http/request-body.ts';
import { recordRefusals } from '#server/core/observability/metrics.ts';
import { inboundPath, takeEmail } from '#server/mail/in/inbound-endpoint.ts';
import { acceptCanary } from '#server/operations/canary/accept-canary.ts';
import { storagePath, storageRoutes } from '#server/people/claimant/storage-wire.ts';
import { createWorkLimit } from './limit-work.ts';
import { publicOperationsOf } from './public-operations.ts';
import type { Web } from './web.ts';

/** What programs send: submissions and files in the shape of supabase-js, and emails that a mail server hands over. */
export function wiresRouter({ app }: Web): Hono<WithAddress> {
  const { env } = app;
  const { accept, linkOf, cookiesOf } = publicOperationsOf(app);
  const router = new Hono<WithAddress>();
  // Forms sent by a script cost no page, and have a limit of their own: posted pages from the same address do not use it up.
  const limit = createWorkLimit(app)(() => 1);
  const endpoints = {
    '/functions/v1/send-form-email': functionEndpoint(accept, linkOf, cookiesOf, (mark) => acceptCanary(app, mark)),
    '/rest/v1/form_submissions': restEndpoint(accept),
  };
  for (const [path, endpoint] of Object.entries(endpoints)) {
    router.use(path, recordRefusals(app));
    router.post(path, allowOrigins(env), clientAddress(env), limit, limitBody, jsonBody, endpoint);
    router.all(path, allowOrigins(env), (c) => {
      c.header('Allow', 'POST, OPTIONS');
      return c.req.method === 'OPTIONS' ? c.body(null, 204) : problem(c, 405, wireErrors.onlyPost);
    });
  }
  router.all('/functions/*', (c) => problem(c, 404, wireErrors.noSuchFunction));
  router.all('/rest/*', (c) => problem(c, 404, wireErrors.noSuchTable));
  router.route(storagePath, storageRoutes(app, [clientAddress(env), limit]));
  router.post(inboundPath, clientAddress(env), (c) => takeEmail(app, c));
  return router;
}
