import type { Config } from '@react-router/dev/config';
import { gatherContent } from './build-tools/gather-content.mjs';

// app/routes.ts and all types read it.
gatherContent(import.meta.dirname);

// Pages are rendered once, when the server starts (server/web/rendered-pages.ts), because they contain the SITE_URL of that start.
export default {
  appDirectory: 'app',
  // bin/build.ts moves it to build/.
  buildDirectory: process.env.KERBSIDE_BUILD_FOLDER ?? 'build',
  ssr: true,
  // A page is one file: its part for sending a form is smaller than the cost of another request.
  splitRouteModules: false,
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
