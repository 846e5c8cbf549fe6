import { readdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import type {} from 'vitest/config';
import { nameOf, pathOf } from './content-files.ts';
import { importContent, lastChange } from './content-modules.ts';

/** What derives values from content/ by code that browsers need not load: each is evaluated, and becomes its exports as constants. */
const evaluated =
  /\/(?:(?:content|\.gathered)\/(?:stated-hours|stated-counts|helpline-hours|switches|pages\/\w+(?:-\w+)*-head)|forms\/claim-options)\.ts$/;

/** Markdown, which content-plugin.ts fills in from content/site.ts. */
const compiled = /\.md\?/;

/** Of content/site.ts, and of no use to browsers: only evaluated modules read it. */
export const unsentSettings = ['openingHours', 'social', 'newsletter'];

const settings = /\/(?:content|\.gathered)\/site\.ts$/;

export function evaluatedModules(): Plugin {
  let root = process.cwd();
  return {
    name: 'kerbside:evaluated-modules',
    enforce: 'pre',
    configResolved(config) {
      root = config.root;
    },
    // It keeps what it has loaded by the text of the file, and these are made of others as well.
    configureVitest({ defineCacheKeyGenerator }) {
      const content = lastChange(root);
      defineCacheKeyGenerator(({ id }) => (evaluated.test(id) || compiled.test(id) ? String(content) : undefined));
    },
    load: {
      filter: { id: [evaluated, settings] },
      async handler(id) {
        const isSettings = settings.test(id);
        if (isSettings && (this.environment.name !== 'client' || this.environment.mode !== 'build')) return null;
        const folder = realpathSync(pathOf(root, 'content'));
        for (const file of readdirSync(folder)) if (file.endsWith('.ts')) this.addWatchFile(join(folder, file));
        const exports = Object.entries(await importContent(root, nameOf(root, id)));
        const isSent = (key: string) => !(isSettings && unsentSettings.includes(key));
        const text = (value: unknown) => JSON.stringify(value, (key, part) => (isSent(key) ? part : undefined));
        const constants = exports.map(([name, value]) => `export const ${name} = ${text(value)};`);
        return { code: constants.join('\n'), map: null, moduleType: 'js' };
      },
    },
  };
}
