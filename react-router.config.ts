import type { Config } from '@react-router/dev/config';
import { gatherContent } from './bin/gather-content.mjs';

// app/routes.ts and all types read it.
gatherContent(import.meta.dirname);

// Pages are rendered once, when the server starts (server/http/rendered-pages.ts), because what they say of SITE_URL follows that start.
export default {
  appDirectory: 'app',
  buildDirectory: 'build',
  ssr: true,
  // One file a page: its part for sending a form is small, and another request is not.
  splitRouteModules: false,
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
