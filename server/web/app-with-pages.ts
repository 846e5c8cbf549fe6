import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as build from 'virtual:react-router/server-build';
import { createRequestHandler, RouterContextProvider } from 'react-router';
import {
  claimantContext,
  deskContext,
  fileProblemsContext,
  previewContext,
  type RouteServices,
  servicesContext,
} from '#app/context/context.ts';
import type { PublicScripts } from '#app/document/public-document.ts';
import { languages } from '#content/roadside/languages.ts';
import type { SiteChanges } from '#content/site-changes.ts';
import { roadside } from '#forms/roadside.ts';
import type { App } from '#server/core/app.ts';
import { storeRetrySeconds } from '#server/core/database/store-errors.ts';
import { isFaultOfStore } from '#server/core/database/write-probe.ts';
import { currentRequestId, errorMessage, pathForLog } from '#server/core/observability/log.ts';
import { alarmWatchOf } from '#server/operations/alarms/alarm-watch.ts';
import { claimantOf } from '#server/people/claimant/claimant.ts';
import { pushOf } from '#server/people/push/push.ts';
import { authOf } from '#server/people/staff/auth.ts';
import { type AppParts, createApp } from './app.ts';
import { deskOf } from './desk.ts';
import { publicOperationsOf } from './public-operations.ts';
import { publicPaths } from './rendered-pages.ts';

const translatedPaths = languages.filter(({ code }) => code !== 'en').map(({ code }) => `${roadside.path}?lang=${code}`);

/** The app with the real pages. In development they are rendered for each request, from the sources. */
export function createProduct(app: App) {
  const { env, log, now } = app;
  const operations = publicOperationsOf(app);
  const [claimant, auth, desk, push] = [claimantOf(app), authOf(app), deskOf(app), pushOf(app)];
  const alarms = alarmWatchOf(app).inDesk;
  const handle = createRequestHandler(build, import.meta.env.MODE);
  const live = import.meta.env.DEV;
  const publicScripts = live ? null : (JSON.parse(readFileSync(built('public-scripts.json'), 'utf8')) as PublicScripts);
  const render: AppParts['render'] = async (request, visitor) => {
    const faults: unknown[] = [];
    // A page knows its form but not the visitor, so the visitor's address is added here.
    const routeServices: RouteServices = {
      ...operations,
      accept: (incoming) => operations.accept({ ...incoming, ...visitor, cookie: request.headers.get('cookie') }),
      noteFault: (path, error) => {
        faults.push(error);
        log.error('request failed', { path: pathForLog(path), error: errorMessage(error) });
      },
      requestId: currentRequestId(),
      publicScripts,
    };
    const requestContext = {
      cookie: request.headers.get('cookie'),
      browser: request.headers.get('user-agent'),
      address: visitor.address,
    };
    const context = new RouterContextProvider();
    context.set(servicesContext, routeServices);
    context.set(claimantContext, { ...claimant, run: (cookie, field) => claimant.run(cookie, field, visitor.address) });
    context.set(fileProblemsContext, visitor.fileProblems ?? null);
    const preview = async (changes: SiteChanges, path: string) => {
      const previewed = new RouterContextProvider();
      previewed.set(servicesContext, { ...routeServices, serviceWorker: false });
      previewed.set(previewContext, changes);
      const page = await handle(new Request(`${env.siteUrl}${path}`), previewed);
      page.headers.set('X-Robots-Tag', 'noindex');
      return page;
    };
    context.set(deskContext, { auth, desk, push, alarms, now, requestContext, preview });
    const page = await handle(request, context);
    if (page.status !== 500 || faults.length === 0 || !(await isFaultOfStore(app, faults[0]))) return page;
    page.headers.set('Retry-After', String(storeRetrySeconds));
    return new Response(page.body, { status: 503, headers: page.headers });
  };
  return createApp(app, {
    render,
    paths: live ? null : [...publicPaths(build.routes), ...translatedPaths],
    assetsFolder: live ? null : built('client'),
    serviceWorkerFolder: live ? null : built('service-worker'),
  });
}

/** In the release that runs, which need not be the folder that the process was started in. */
function built(name: string): string {
  return fileURLToPath(new URL(`../build/${name}`, import.meta.resolve('#server/main.mjs')));
}
