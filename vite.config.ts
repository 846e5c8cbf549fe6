import { reactRouter } from '@react-router/dev/vite';
import { defineConfig, type Plugin } from 'vite';
import { brandLogoPlugin } from './build-tools/brand-logo.ts';
import { contentOverlay } from './build-tools/content-overlay.ts';
import { contentPlugin } from './build-tools/content-plugin.ts';
import { evaluateAgain } from './build-tools/evaluate-again.ts';
import { evaluatedModules } from './build-tools/evaluated-modules.ts';
import { gatherContent } from './build-tools/gather-content.mjs';
import { readThemeColours, themeColoursPlugin } from './build-tools/theme-colours.ts';
import { themedDrawings, themedDrawingsPlugin } from './build-tools/themed-drawings.ts';
import { yamlPlugin } from './build-tools/yaml-plugin.ts';

gatherContent(import.meta.dirname);

/** Public pages are rendered on the server only: a change of theirs loads the page again. */
const reloadPublicPages: Plugin = {
  name: 'kerbside:reload-public-pages',
  apply: 'serve',
  hotUpdate({ file, server }) {
    if (this.environment.name === 'client' && /\/app\/site\/|\.css$/.test(file))
      server.environments.client.hot.send({ type: 'full-reload' });
  },
};

export default defineConfig(({ command }) => ({
  plugins: [
    contentPlugin(),
    contentOverlay(),
    evaluateAgain(),
    evaluatedModules(),
    themeColoursPlugin(),
    brandLogoPlugin(),
    reactRouter(),
    reloadPublicPages,
    themedDrawingsPlugin,
    yamlPlugin,
  ],
  // Breakpoints are named once (@custom-media), the only feature here that browsers do not have.
  css: { transformer: 'lightningcss', lightningcss: { drafts: { customMedia: true }, visitor: themedDrawings } },
  // Vite would find this package late, and in development reload the first page that shows a notice.
  optimizeDeps: { include: ['@radix-ui/react-toast'] },
  define: {
    'import.meta.env.THEME_LIGHT': JSON.stringify(readThemeColours('light')('route-deep')),
    'import.meta.env.THEME_DARK': JSON.stringify(readThemeColours('dark')('route-deep')),
    // Code of React and its router for their developer tools is dropped from the build.
    ...(command === 'build' && { __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined', 'window.__reactRouterHdrActive': 'undefined' }),
  },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: false,
    // On a busy machine an owner would be told by name which plugin of the build took its time.
    rolldownOptions: { checks: { pluginTimings: false } },
  },
  environments: {
    ssr: {
      // Packages of hundreds of small files are read in a fraction of the time as part of one file. Development cannot run CommonJS.
      resolve: {
        noExternal:
          command === 'serve'
            ? []
            : [
                'kysely',
                'hono',
                '@hono/node-server',
                'ipaddr.js',
                'lru-cache',
                'chrono-node',
                'csv-stringify',
                'hucre',
                'uqr',
                'zod',
                'prom-client',
                '@opentelemetry/api',
                'tdigest',
                'bintrees',
              ],
      },
      build: {
        rolldownOptions: {
          input: './server/bundle.ts',
          // The server has all texts at once; only browsers load those of /roadside late.
          checks: { ineffectiveDynamicImport: false },
        },
      },
    },
  },
}));
