import { Hono } from 'hono';
import { forms } from '#forms/forms.ts';
import type { Env } from './env.ts';
import { loadAssets } from './http/assets.ts';
import { secureHeaders } from './http/headers.ts';
import { jsonBody, limitBody } from './http/json-body.ts';
import { allowOrigins } from './http/origin.ts';
import { pageRequest } from './http/page-request.ts';
import { renderPages, servePage } from './http/pages.ts';
import { problem } from './http/problem.ts';
import { robotsFiles } from './http/robots.ts';
import type { Services } from './services.ts';
import { functionEndpoint, restEndpoint } from './submissions/endpoints.ts';

export type AppParts = {
  env: Pick<Env, 'siteUrl' | 'allowedOrigins'>;
  services: Pick<Services, 'accept' | 'isReady' | 'log'>;
  /** Renders a page for a request, or takes a form that a page posts by itself. */
  render: (request: Request) => Promise<Response>;
  /** The pages to render once and keep; null to render each time. */
  paths: string[] | null;
  assetsFolder: string | null;
};

/** The whole product as a function of a Request, without a port: the middleware in its order. */
export async function createApp({ env, services, render, paths, assetsFolder }: AppParts) {
  const pages = paths && (await renderPages(paths, (path) => render(new Request(`${env.siteUrl}${path}`))));
  const assets = new Map([...loadAssets(assetsFolder), ...robotsFiles(env.siteUrl, paths ?? [])]);
  const renderHere = (request: Request) => render(pageRequest(request, env.siteUrl));

  const app = new Hono();
  app.use(secureHeaders(env.siteUrl));
  app.onError((error, c) => {
    services.log.error('request failed', { path: c.req.path, words: error.message });
    return problem(c, 500, 'Something went wrong on our side. Please try again, or call us.');
  });

  app.get('/healthz', (c) => c.json({ alive: true }));
  app.get('/readyz', async (c) =>
    (await services.isReady()) ? c.json({ ready: true }) : problem(c, 503, 'The store does not answer.'),
  );

  const endpoints = { '/functions/v1/send-form-email': functionEndpoint, '/rest/v1/form_submissions': restEndpoint };
  for (const [path, endpoint] of Object.entries(endpoints)) {
    app.post(path, allowOrigins(env), limitBody, jsonBody, endpoint(services.accept));
    app.all(path, allowOrigins(env), (c) => {
      c.header('Allow', 'POST, OPTIONS');
      return c.req.method === 'OPTIONS' ? c.body(null, 204) : problem(c, 405, 'Only POST is possible here.');
    });
  }
  app.all('/functions/*', (c) => problem(c, 404, 'There is no such function.'));
  app.all('/rest/*', (c) => problem(c, 404, 'There is no such table.'));

  for (const { path } of forms) app.post(path, allowOrigins(env), limitBody, (c) => renderHere(c.req.raw));

  app.on(['GET', 'HEAD'], '*', (c) => (pages ? servePage(c, pages, assets) : renderHere(c.req.raw)));
  app.all('*', (c) => {
    c.header('Allow', 'GET, HEAD');
    return problem(c, 405, 'This address can only be read.');
  });
  return app;
}
