import { accessSync, realpathSync } from 'node:fs';
import { reactRouter } from '@react-router/dev/vite';
import { defineConfig, normalizePath, type Plugin } from 'vite';
import { contentOverlay } from './bin/content-overlay.ts';
import { contentPlugin } from './bin/content-plugin.ts';
import { evaluatedModules } from './bin/evaluated-modules.ts';
import { gatherContent } from './bin/gather-content.mjs';
import { readThemeColours, themeColoursPlugin } from './bin/theme-colours.ts';
import { themedDrawings, themedDrawingsPlugin } from './bin/themed-drawings.ts';

gatherContent(import.meta.dirname);

const root = normalizePath(realpathSync(import.meta.dirname));

/** A module's path inside the project, whatever the folder is called that it was cloned into. */
const pathOf = (id: string) => (id.startsWith(root) ? id.slice(root.length).replace(/\?.*/, '') : id);

/** Matches these modules of the project. A file that is no longer there fails the build. */
function oneOf(...files: string[]): (id: string) => boolean {
  for (const file of files) accessSync(root + file);
  return (id) => files.includes(pathOf(id));
}

const isLayout = oneOf('/app/root.tsx', '/app/site/site-layout.tsx');
const isOnEveryPage = oneOf('/app/site/page-meta.ts', '/app/site/page-hero.tsx', '/app/ui/page-styles.tsx');
const isReact = (id: string) => /[\\/]node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]/.test(id);

/**
 * A phone on a bad signal pays for every request, and one file compresses better than five. So each of these files contains what its
 * modules import, directly or not: the code of every page, and that of pages with a form. The entry is a file of its own, because it
 * starts React as soon as it is evaluated, which must be last.
 */
const chunks = [
  { name: 'shell', test: (id: string) => isLayout(id) || isOnEveryPage(id) || isReact(id) },
  { name: 'forms', test: oneOf('/app/forms/lead-form.tsx', '/app/forms/submit-form.ts') },
  // The desk's shared parts are one file, because every public page contains the names of all files (React Router's manifest).
  { name: 'desk', test: (id: string) => pathOf(id).startsWith('/app/desk/'), minShareCount: 2 },
];

/** Replaces Vite's late imports, which load the stylesheets of the module first; ours have none that are files of Vite's. */
const plainLateImports: Plugin = {
  name: 'kerbside:plain-late-imports',
  enforce: 'pre',
  apply: 'build',
  load: (id) => (id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load();' : undefined),
};

export default defineConfig(({ command }) => ({
  plugins: [
    contentPlugin(),
    contentOverlay(),
    evaluatedModules(),
    themeColoursPlugin(),
    reactRouter(),
    plainLateImports,
    themedDrawingsPlugin,
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
  build: { target: 'es2022', assetsInlineLimit: 0, modulePreload: false },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          // No module, ours or a library's, has getters that do more than read.
          treeshake: { propertyReadSideEffects: false },
          output: { codeSplitting: { groups: chunks } },
        },
      },
    },
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
                'csv-stringify',
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
