import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { contentPlugin } from './bin/content-plugin.ts';
import { readThemeColours } from './bin/theme-colours.ts';

/**
 * What every page needs in one file, the rest with its page: a phone on a bad signal pays for every request, and one file
 * compresses better than five. The entry stays by itself: it starts React as soon as it is evaluated, which must be last.
 */
const shell = [
  /[\\/]node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]|vite[\\/]preload-helper/,
  /[\\/]app[\\/](root|document[\\/]|ui[\\/](page-link|pictogram|brand-mark|stylesheet|notice[\\/](?!notice-toasts)))/,
  /[\\/]app[\\/]site[\\/](site-layout|sorry-page|header|footer|main-navigation|navigation-links|services-menu|use-|mobile-menu|thumb-bar|current-year|newsletter|feature|social|connection|page-change|page-hero|page-meta)/,
  /[\\/]content[\\/](service-links|services[\\/].*\?link|site|notices)/,
];

/** What the three pages with a form share; not what the desk alone makes of forms. */
const forms = /[\\/](app[\\/]forms|forms)[\\/](?!claim|partner|contact|answers|sender|london-day|forms\.)/;

/** The patterns are for paths inside the project: the folder it was cloned into may have any name, `forms` too. */
const inProject = (id: string) => (id.startsWith(import.meta.dirname) ? id.slice(import.meta.dirname.length) : id);

export default defineConfig({
  plugins: [contentPlugin(), tailwindcss(), reactRouter()],
  // Found late by itself, which in development would reload the first page that shows a notice.
  optimizeDeps: { include: ['@radix-ui/react-toast'] },
  define: {
    'import.meta.env.THEME_LIGHT': JSON.stringify(readThemeColours('light')('route-deep')),
    'import.meta.env.THEME_DARK': JSON.stringify(readThemeColours('dark')('route-deep')),
  },
  build: { target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                { name: 'shell', test: (id: string) => shell.some((pattern) => pattern.test(inProject(id))) },
                { name: 'forms', test: (id: string) => forms.test(inProject(id)) },
              ],
            },
          },
        },
      },
    },
    ssr: {
      // What comes in hundreds of small files is read in a fraction of the time as part of one.
      resolve: { noExternal: ['kysely', 'hono', '@hono/node-server'] },
      build: { rolldownOptions: { input: './server/bundle.ts' } },
    },
  },
});
