import type { Plugin } from 'vite';
import { parse } from 'yaml';

/** Makes a module of a YAML file, so that no parser is part of the product. */
export const yamlPlugin: Plugin = {
  name: 'kerbside:yaml',
  transform: {
    filter: { id: /\.yaml$/ },
    handler: (source) => ({
      code: `export default ${JSON.stringify(parse(source, { merge: true, maxAliasCount: -1 }))};`,
      map: null,
      moduleType: 'js',
    }),
  },
};
