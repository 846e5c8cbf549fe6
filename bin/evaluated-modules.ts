import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Plugin } from 'vite';
import { importContent } from './content-modules.ts';

/** What derives values from content/ by code that browsers need not load: each is evaluated, and becomes its exports as constants. */
const evaluated = /\/(?:content\/(?:stated-hours|helpline-hours|switches)|forms\/claim-options)\.ts$/;

export function evaluatedModules(): Plugin {
  let root = process.cwd();
  return {
    name: 'kerbside:evaluated-modules',
    enforce: 'pre',
    configResolved(config) {
      root = config.root;
    },
    load: {
      filter: { id: evaluated },
      async handler(id) {
        const folder = join(root, 'content');
        for (const file of readdirSync(folder)) if (file.endsWith('.ts')) this.addWatchFile(join(folder, file));
        const exports = Object.entries(await importContent(root, relative(root, id)));
        const constants = exports.map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`);
        return { code: constants.join('\n'), map: null, moduleType: 'js' };
      },
    },
  };
}
