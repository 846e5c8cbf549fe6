import type { Plugin } from 'vite';

/**
 * Every visitor downloads what the libraries bring along, used or not. These modules nothing here can reach, so a browser gets
 * their exports as functions that do nothing, or what is named here instead. One that an upgrade moved fails the build.
 */
const unreachable: { module: string; because: string; instead?: Record<string, string> }[] = [
  {
    module: 'react-router/dist/production/lib/router/instrumentation.js',
    because: 'app/entry.client.tsx passes no instrumentations',
  },
  {
    module: 'react-router/dist/production/lib/dom/ssr/fog-of-war.js',
    because: 'react-router.config.ts says that each page knows all routes from the beginning',
  },
  {
    module: 'vite/preload-helper.js',
    because: 'what is imported late has no stylesheet of its own',
    instead: { __vitePreload: '(load) => load()' },
  },
];

const path = /([\\/]@radix-ui|react-router[\\/]dist|vite)[\\/]/;

export function leanClient(): Plugin {
  const met = new Set<string>();
  return {
    name: 'kerbside:lean-client',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: path },
      handler(code, id) {
        const part = unreachable.find(({ module }) => id.replaceAll('\\', '/').endsWith(module));
        if (!part) return id.includes('@radix-ui') ? { code: withoutDebugNames(code), map: null } : null;
        met.add(part.module);
        return { code: stub(code, part.instead), map: null };
      },
    },
    generateBundle(_options, bundle) {
      for (const { module, because } of unreachable) {
        if (!met.has(module)) this.error(`${module} is no longer there. bin/lean-client.ts left it out because ${because}.`);
      }
      for (const chunk of Object.values(bundle)) {
        if (chunk.type === 'chunk' && chunk.isDynamicEntry && chunk.viteMetadata?.importedCss.size)
          this.error(`${chunk.name} is imported late and has a stylesheet, which bin/lean-client.ts would not load.`);
      }
    },
  };
}

function stub(code: string, instead: Record<string, string> = {}): string {
  const lists = [...code.matchAll(/^export ?\{(.+)\};?$/gm)].map(([, list = '']) => list.split(',').map((name) => name.trim()));
  const names = new Set([...lists.flat(), ...Object.keys(instead)]);
  return [...names].map((name) => `export const ${name} = ${instead[name] ?? '() => {}'};`).join('\n');
}

/** Radix names its functions for debuggers by calls that keep unused code alive. Without them what is unused falls away. */
function withoutDebugNames(code: string): string {
  return code.replace(/^\s*(static \{\s*)?__name\([\w.]+, "[^"]*"\);(\s*\})?$/gm, '');
}
