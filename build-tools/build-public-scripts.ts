import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build, type Rolldown } from 'vite';
import type { PublicScripts } from '#app/document/public-document.ts';
import { contentPlugin } from './content-plugin.ts';
import { evaluatedModules } from './evaluated-modules.ts';

/** The name of each file has its hash. */
const fileNames = 'assets/[name]-[hash].js';

/** Where the files of our own modules begin, in the order in which a page with a form loads them. */
const starts = { start: 'app/islands/site-script.ts', islands: 'app/islands/islands.tsx', sending: 'app/forms/sending.ts' };

/**
 * A phone on a bad signal pays for every request, and one file compresses better than five. React is a file, because it changes seldom;
 * what every form needs is one, and what keeps and sends a form. Our own modules are in the first file that needs them.
 */
const groups: Rolldown.CodeSplittingGroup[] = [
  { name: 'react', test: /load-react|[\\/]node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
  {
    includeDependenciesRecursively: false,
    name: (id, context) => {
      const file = Object.entries(starts).find(([, start]) => neededBy(resolve(start), context).has(id));
      // The file that a page starts with has a name of its own.
      return file && file[0] !== 'start' ? file[0] : null;
    },
  },
];

/** The modules that one imports, and those that they import. */
function neededBy(start: string, context: Rolldown.ChunkingContext, found = new Set<string>()): Set<string> {
  if (found.has(start)) return found;
  found.add(start);
  for (const id of context.getModuleInfo(start)?.importedIds ?? []) neededBy(id, context, found);
  return found;
}

/** Builds app/islands into the folder, by itself, so that no other page of the product adds to it, and writes down its files. */
export async function buildPublicScripts(folder: string): Promise<void> {
  const [{ output }] = (await build({
    configFile: false,
    logLevel: 'warn',
    plugins: [contentPlugin(), evaluatedModules()],
    // Code of React for its developer tools is dropped.
    define: { __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined', 'process.env.NODE_ENV': '"production"' },
    build: {
      outDir: join(folder, 'client'),
      emptyOutDir: false,
      copyPublicDir: false,
      target: 'es2022',
      // Vite leaves the late imports of a library as they are written. Elsewhere it would first load their stylesheets, and ours have none.
      lib: { entry: starts.start, formats: ['es'] },
      rolldownOptions: {
        preserveEntrySignatures: false,
        checks: { moduleLevelDirective: false, pluginTimings: false },
        // No module, ours or a library's, has getters that do more than read.
        treeshake: { propertyReadSideEffects: false },
        output: {
          codeSplitting: { groups },
          // A library would keep its spaces and comments, and names without a hash.
          minify: true,
          comments: false,
          entryFileNames: fileNames,
          chunkFileNames: fileNames,
        },
      },
    },
  })) as [Rolldown.RolldownOutput];
  const chunks = output.filter((file) => file.type === 'chunk');
  const start = chunks.find(({ isEntry }) => isEntry);
  const islands = chunks.find(({ name }) => name === 'islands');
  if (!start || !islands) throw new Error('The script of the public pages has not the files that it should have.');
  const path = (file: string) => `/${file}`;
  const form = [islands.fileName, ...islands.imports].filter((file) => file !== start.fileName);
  const scripts: PublicScripts = { start: path(start.fileName), form: form.map(path) };
  writeFileSync(join(folder, 'public-scripts.json'), JSON.stringify(scripts));
}
