import { readdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import type {} from 'vitest/config';
import { nameOf, pathOf } from './content-files.ts';
import { importContent, lastChange } from './content-modules.ts';

/** What derives values from content/ by code that browsers need not load: each is evaluated, and becomes its exports as constants. */
const evaluated =
  /\/(?:(?:content|\.gathered)\/(?:stated-hours|stated-counts|helpline-hours|switches|service-names|roadside\/languages|pages\/\w+(?:-\w+)*-head)|forms\/(?:claim-options|(?:claim|enquiry)-sections))\.ts$/;

/** Of these, what owners change at /desk/site is derived by none: the server has them as constants, too. */
const constant =
  /\/(?:content\/|\.gathered\/|forms\/)(?:switches|service-names|roadside\/languages|claim-options|(?:claim|enquiry)-sections)\.ts$/;

/** In stated-hours: what a page tells its scripts where an owner has changed it (content/told-to-scripts.ts). */
const told = ['openHours', 'helplineLabel', 'withinTarget'];

/** Markdown, which content-plugin.ts fills in from content/site.ts. */
const compiled = /\.md\?/;

/** Of content/site.ts, and of no use to browsers: only evaluated modules, and pages that are rendered on the server alone, read it. */
export const unsentSettings = ['openingHours', 'social', 'newsletter', 'coordinates', 'areaServed', 'whatsapp'];

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
        const isBrowser = this.environment.name === 'client';
        if (isSettings && !(isBrowser && this.environment.mode === 'build')) return null;
        if (!isBrowser && !constant.test(id)) return null;
        const folder = realpathSync(pathOf(root, 'content'));
        for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
          if (file.endsWith('.ts')) this.addWatchFile(join(folder, file));
        const exports = Object.entries(await importContent(root, nameOf(root, id)));
        const isSent = (key: string) => !(isSettings && unsentSettings.includes(key));
        const text = (value: unknown) => JSON.stringify(value, (key, part) => (isSent(key) ? part : undefined));
        if (isSettings) return { code: settingsCode(text(exports[0]?.[1])), map: null, moduleType: 'js' };
        const constants = exports.map(([name, value]) =>
          told.includes(name)
            ? `export const ${name} = told.${name} ?? ${text(value)};`
            : `export const ${name} = ${text(value)};`,
        );
        if (exports.some(([name]) => told.includes(name))) constants.unshift("import { told } from './site.ts';");
        return { code: constants.join('\n'), map: null, moduleType: 'js' };
      },
    },
  };
}

/** A service worker has no page that tells it anything. */
function settingsCode(site: string): string {
  return `export const told = JSON.parse(globalThis.document?.documentElement.dataset.told ?? '{}');
export const site = { ...${site}, ...told.site };`;
}
