import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { contentPlugin } from './bin/content-plugin.ts';

// Fewer, larger files: a phone on a bad signal pays for every request. See docs/decisions/0003.
const groups = [
  { name: 'vendor', priority: 2, test: /[\\/]node_modules[\\/](?!@radix-ui|@floating-ui)/ },
  {
    name: 'shell',
    priority: 1,
    test: /[\\/](app[\\/](root|document|ui[\\/](page-link|pictogram|brand-mark|stylesheet|notice[\\/](?!notice-toasts)))|app[\\/]site[\\/](site-layout|sorry-page|header|footer|.*navigation|.*menu|thumb-bar|current-year|newsletter|feature|social|connection|page-change|page-hero|page-meta)|content[\\/](services(\.ts|[\\/].*card)|site|notices|pages))/,
  },
  { name: 'forms', priority: 1, test: /[\\/](app[\\/]forms|forms)[\\/](?!claim|partner|contact)/ },
];

export default defineConfig({
  plugins: [contentPlugin(), tailwindcss(), reactRouter()],
  build: { target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: { groups },
          },
        },
      },
    },
    ssr: {
      build: { rolldownOptions: { input: './server/bundle.ts' } },
    },
  },
});
