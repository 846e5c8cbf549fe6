import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

const id = 'virtual:react-router/server-build';

type Entry = { id?: string; path?: string; index?: boolean; file: string; children?: Entry[] };

/**
 * The map of pages for tests, which run the sources: what React Router's own plugin makes of app/routes.ts for the build, with scripts
 * that no browser loads.
 */
export function routesOfSources(): Plugin {
  let root = process.cwd();
  return {
    name: 'kerbside:routes-of-sources',
    enforce: 'pre',
    configResolved: (config) => {
      root = config.root;
    },
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    async load(source) {
      if (source !== `\0${id}`) return;
      const app = join(root, 'app');
      const { default: map } = (await import(pathToFileURL(join(app, 'routes.ts')).href)) as { default: Entry[] };
      const all = [{ id: 'root', path: '', file: 'root.tsx' }, ...flat(map, 'root')];
      const described = all.map(({ file: _, ...route }) => route);
      const imports = all.map(({ file }, index) => `import * as route${index} from ${JSON.stringify(join(app, file))};`);
      const routes = described.map(
        (route, index) => `${JSON.stringify(route.id)}: { ...${JSON.stringify(route)}, module: withProps(route${index}) }`,
      );
      return `
import { createElement } from 'react';
import { useActionData, useLoaderData, useMatches, useParams, useRouteError } from 'react-router';
import * as module from ${JSON.stringify(join(app, 'entry.server.tsx'))};
${imports.join('\n')}
const given = () => ({ params: useParams(), loaderData: useLoaderData(), actionData: useActionData() });
const component = (Page) => () => createElement(Page, { ...given(), matches: useMatches() });
const boundary = (Page) => () => createElement(Page, { ...given(), error: useRouteError() });
const withProps = (route) => ({
  ...route,
  ...(route.default && { default: component(route.default) }),
  ...(route.ErrorBoundary && { ErrorBoundary: boundary(route.ErrorBoundary) }),
});
export const entry = { module };
export const routes = { ${routes.join(',\n')} };
const described = Object.values(routes).map(({ module, ...route }) => [
  route.id,
  { ...route, module: '/' + route.id + '.js', hasLoader: 'loader' in module, hasAction: 'action' in module },
]);
export const assets = { entry: { module: '/entry.js', imports: [] }, url: '/manifest.js', version: '1', routes: Object.fromEntries(described) };
export const ssr = true, isSpaMode = false, basename = '/', publicPath = '/', future = {}, prerender = [];
export const routeDiscovery = { mode: 'initial' };`;
    },
  };
}

function flat(entries: Entry[], parentId: string): (Omit<Entry, 'children'> & { parentId: string })[] {
  return entries.flatMap(({ children = [], ...entry }) => {
    const id = entry.id ?? entry.file.replace(/\.\w+$/, '');
    return [{ ...entry, id, parentId }, ...flat(children, id)];
  });
}
