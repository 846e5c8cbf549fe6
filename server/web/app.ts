import { Hono } from 'hono';
import { wireErrors } from '#forms/errors.ts';
import { uploadsPath } from '#forms/evidence-rules.ts';
import type { App } from '#server/core/app.ts';
import { storeRetrySeconds } from '#server/core/database/store-errors.ts';
import { isFaultOfStore } from '#server/core/database/write-probe.ts';
import { decoded } from '#server/core/decoded.ts';
import type { WithAddress } from '#server/core/http/client-address.ts';
import { problem } from '#server/core/http/problem.ts';
import { pathForLog } from '#server/core/observability/log.ts';
import { storagePath } from '#server/people/claimant/storage-wire.ts';
import { claimantRouter } from './claimant-router.ts';
import { createCspReports } from './csp-reports.ts';
import { deskRouter } from './desk-router.ts';
import { deskUploadsPath } from './desk-uploads.ts';
import { secureHeaders } from './headers.ts';
import { limitAddress } from './limit-address.ts';
import { createWorkLimit } from './limit-work.ts';
import { metricsEndpoint, readinessOf } from './monitoring-endpoints.ts';
import { publicRouter } from './public-router.ts';
import { pageRequest } from './rendered-pages.ts';
import { requestId, type WithRequestId } from './request-id.ts';
import { serveFiles } from './serve-files.ts';
import { keepSite, type SiteParts } from './site-in-memory.ts';
import { namesSource } from './source-links.ts';
import type { Web } from './web.ts';
import { wiresRouter } from './wires-router.ts';

export type AppParts = Omit<SiteParts, 'render'> & Pick<Web, 'render'>;

/** The paths below which request bodies are files. */
export const uploadPaths = [uploadsPath, `${storagePath}/object/`, deskUploadsPath];

/** The whole product as a function of a Request, without a port: what comes before every answer, then the four routers in their order. */
export async function createApp(app: App, parts: AppParts) {
  const { env, log } = app;
  const { render } = parts;
  const site = await keepSite(env, parts);
  const { files, renew, build } = site;
  const renderHere: Web['renderHere'] = async (c, address = c.get('address')) =>
    // React Router would print the whole path, without a limit.
    decoded(new URL(c.req.url).pathname) !== null
      ? render(pageRequest(c.req.raw, env.siteUrl), { address })
      : problem(c, 400, wireErrors.unreadableAddress);
  const limitWork = createWorkLimit(app);
  const web: Web = { app, site, render, renderHere, limitWork };

  const hono = new Hono<WithAddress & WithRequestId>();
  hono.use(serveFiles(files, namesSource));
  hono.use(requestId(env, log));
  hono.use(secureHeaders(env));
  hono.use(limitAddress);
  hono.onError(async (error, c) => {
    const facts = { path: pathForLog(c.req.path), error: error.message };
    // The client closed the connection before the end of its request.
    if (c.req.raw.signal.aborted) {
      log.debug('request aborted', facts);
      return problem(c, 400, (said) => said.unreadablePost);
    }
    log.error('request failed', facts);
    if (!(await isFaultOfStore(app, error))) return problem(c, 500, (said) => said.ourFault);
    c.header('Retry-After', String(storeRetrySeconds));
    return problem(c, 503, (said) => said.ourFault);
  });

  hono.get('/healthz', (c) => c.json({ alive: true }));
  hono.get('/readyz', readinessOf(app).endpoint);

  hono.get('/metrics', metricsEndpoint(app));

  const cspReports = createCspReports(app);
  hono.post('/csp-reports', cspReports.limit, cspReports.report);

  for (const router of [wiresRouter, deskRouter, claimantRouter, publicRouter]) hono.route('/', router(web));
  return { app: hono, files, renew, build };
}
