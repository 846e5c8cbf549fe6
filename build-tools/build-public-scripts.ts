import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';
import type { PublicScripts } from '#app/document/public-document.ts';
import { contentPlugin } from './content-plugin.ts';
import { evaluatedModules } from './evaluated-modules.ts';

/** Leaves late imports as they are written: Vite would first load the stylesheets of the module, and ours have none that are files of Vite's. */
const plainLateImports: Plugin = {
  name: 'kerbside:plain-late-imports',
  configResolved({ plugins }) {
    for (const name of ['vite:build-import-analysis', 'native:import-analysis-build']) {
      const at = plugins.findIndex((one) => one.name === name);
      if (at < 0) throw new Error(`Vite has no plugin ${name} any more: see whether late imports are still written as they are.`);
      (plugins as Plugin[]).splice(at, 1);
    }
  },
};

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
  const { output } = (await build({
    configFile: false,
    logLevel: 'warn',
    plugins: [contentPlugin(), evaluatedModules(), plainLateImports],
    // Code of React for its developer tools is dropped.
    define: { __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined' },
    build: {
      outDir: join(folder, 'client'),
      emptyOutDir: false,
      copyPublicDir: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: {
        input: starts.start,
        checks: { moduleLevelDirective: false, pluginTimings: false },
        // No module, ours or a library's, has getters that do more than read.
        treeshake: { propertyReadSideEffects: false },
        output: { codeSplitting: { groups } },
      },
    },
  })) as Rolldown.RolldownOutput;
  const chunks = output.filter((file) => file.type === 'chunk');
  const start = chunks.find(({ isEntry }) => isEntry);
  const islands = chunks.find(({ name }) => name === 'islands');
  if (!start || !islands) throw new Error('The script of the public pages has not the files that it should have.');
  const path = (file: string) => `/${file}`;
  const form = [islands.fileName, ...islands.imports].filter((file) => file !== start.fileName);
  const scripts: PublicScripts = { start: path(start.fileName), form: form.map(path) };
  writeFileSync(join(folder, 'public-scripts.json'), JSON.stringify(scripts));
}
