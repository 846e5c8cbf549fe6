import { Hono } from 'hono';
import { wireErrors } from '#forms/errors.ts';
import { forms } from '#forms/forms.ts';
import { clientAddress, type WithAddress } from '#server/core/http/client-address.ts';
import { allowOrigins } from '#server/core/http/origin.ts';
import { problem } from '#server/core/http/problem.ts';
import { limitBody } from '#server/core/http/request-body.ts';
import { recordRefusals } from '#server/core/observability/metrics.ts';
import { formBody, maxFormFields } from './form-body.ts';
import { allowLocation } from './headers.ts';
import { serveNoPage } from './rendered-pages.ts';
import { partnerLinks, sourcePages, sourcePaths } from './source-links.ts';
import { costOfPage, type Web } from './web.ts';

/** The page of the claim form is long, and compressed for its request: twice the time of a small page. */
const costOfSourcePage = 2;

/** The public site: forms that post to their own pages, pages that say who sent a visitor, and at last whatever else is asked for. */
export function publicRouter({ app, site, renderHere, limitWork }: Web): Hono<WithAddress> {
  const { env } = app;
  const router = new Hono<WithAddress>();
  for (const { path } of forms)
    router.post(
      path,
      recordRefusals(app),
      allowLocation,
      allowOrigins(env),
      clientAddress(env),
      limitWork(costOfPage),
      limitBody,
      formBody(maxFormFields),
      (c) => renderHere(c),
    );

  const showSource = sourcePages({
    files: site.files,
    render: (c) => renderHere(c, null),
    limit: limitWork(() => costOfSourcePage),
  });
  for (const path of sourcePaths) router.on(['GET', 'HEAD'], path, allowLocation, clientAddress(env), showSource);
  router.route('/', partnerLinks);

  router.on(['GET', 'HEAD'], '*', allowLocation, (c) => {
    const rendered = site.pages();
    return rendered ? serveNoPage(c, rendered) : renderHere(c, null);
  });
  router.all('*', (c) => {
    c.header('Allow', 'GET, HEAD');
    return problem(c, 405, wireErrors.onlyRead);
  });
  return router;
}
