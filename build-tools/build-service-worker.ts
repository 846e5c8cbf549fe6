import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';

/**
 * Builds app/service-worker into `folder`, one file each, and writes which assets of the pages name which others. The server adds the
 * list of what to save to the script when it starts (server/web/saved-site.ts).
 */
export async function buildServiceWorker(folder: string, assetsFolder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const name of ['service-worker', 'desk-worker', 'switched-off'])
    await build({
      configFile: false,
      logLevel: 'warn',
      build: {
        outDir: folder,
        emptyOutDir: false,
        copyPublicDir: false,
        target: 'es2022',
        minify: true,
        lib: { entry: `app/service-worker/${name}.ts`, formats: ['iife'], name: 'serviceWorker', fileName: () => `${name}.js` },
      },
    });
  writeFileSync(join(folder, 'imports.json'), JSON.stringify(importsIn(assetsFolder)));
}

/** The assets that each asset names. Their names contain a hash, so that nothing else looks like one. */
function importsIn(folder: string): Record<string, string[]> {
  const names = new Set(readdirSync(folder).filter((name) => /\.(js|css|svg|woff2)$/.test(name)));
  const texts = [...names].filter((name) => /\.(js|css)$/.test(name) && !isRouteList(name));
  return Object.fromEntries(
    texts.map((name) => {
      const named = new Set(readFileSync(join(folder, name), 'utf8').match(/[\w.-]+\.\w+/g));
      return [`/assets/${name}`, [...named].filter((other) => names.has(other)).map((other) => `/assets/${other}`)];
    }),
  );
}

/** React Router's manifest names the scripts of all routes, even of those that no visitor opens. */
const isRouteList = (name: string) => name.startsWith('manifest-');
