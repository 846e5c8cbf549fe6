import { readdirSync, realpathSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { Plugin, ViteDevServer } from 'vite';
import { pathOf } from './content-files.ts';
import { problemsUnder } from './content-rules.ts';
import { gatherContent, ownFolder } from './gather-content.mjs';

/**
 * In development: what is wrong with the content is an overlay over the page and a line each in the terminal, until it is corrected. The
 * page below stays as it was. What is changed in the owner's folder is gathered at once.
 */
export function contentOverlay(): Plugin<{ problems: () => string[] }> {
  let problems: string[] = [];
  let root = process.cwd();
  let pages = '';

  let looks = Promise.resolve();
  let isClosed = false;

  /** One after the other: several files change at once, and each problem is told once. */
  function look(server: ViteDevServer): Promise<void> {
    const looked = looks.then(() => lookNow(server));
    looks = looked.catch(() => undefined);
    return looked;
  }

  async function lookNow(server: ViteDevServer): Promise<void> {
    if (isClosed) return;
    const before = problems;
    problems = await problemsAfterGathering(root);
    if (problems.join('\n') === before.join('\n')) return;
    if (problems.length > 0) {
      console.error(`\n${contentSentence(problems)}\n`);
      return;
    }
    console.log('The content is sound again.');
    // What was changed while it was not has not been passed on.
    for (const environment of Object.values(server.environments)) {
      environment.moduleGraph.invalidateAll();
      environment.hot.send({ type: 'full-reload' });
    }
  }

  /** Says what a change of the owner's files is refused for, which changes none of the files that are watched. */
  async function lookAndShow(server: ViteDevServer): Promise<void> {
    await look(server);
    if (problems.length > 0) server.environments.client.hot.send(overlay(problems));
  }

  return {
    name: 'kerbside:content-overlay',
    apply: 'serve',
    api: { problems: () => problems },
    // Its files are watched where they really are.
    config: () => ({ server: { watch: { ignored: ['**/.content', '**/.content/**', '**/.content-*', '**/.gathered-*'] } } }),
    configResolved(config) {
      root = config.root;
      pages = pagesIn(root);
    },
    async configureServer(server) {
      server.environments.client.hot.on('vite:client:connect', (_, client) => {
        if (problems.length > 0) client.send(overlay(problems));
      });
      let isRestarting = false;
      server.watcher.add(process.env.CONTENT_DIR ? [ownFolder(root) ?? root] : []);
      server.watcher.on('all', (_, path) => {
        if (!isSource(root, path)) return;
        lookAndShow(server)
          .then(async () => {
            if (isRestarting || isClosed || pagesIn(root) === pages) return;
            // The map of URLs is read at the start.
            isRestarting = true;
            await server.restart();
          })
          .catch((error) => console.error(error));
      });
      await look(server);
    },
    /** The server's end waits for the last look: the folder may be gone afterwards. */
    async closeBundle() {
      isClosed = true;
      await looks;
    },
    hotUpdate: {
      order: 'pre',
      async handler({ file, server }) {
        if (isClosed || !file.startsWith(`${realpathSync(pathOf(root, 'content'))}/`)) return;
        const isClient = this.environment.name === 'client';
        if (isClient) await look(server);
        if (problems.length === 0) return;
        // Thrown, it is Vite's overlay, and nobody else passes the change on.
        if (isClient) throw Object.assign(new Error(problems.join('\n')), { stack: '', plugin: 'content' });
        return [];
      },
    },
  };
}

async function problemsAfterGathering(root: string): Promise<string[]> {
  try {
    gatherContent(root);
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
  return problemsUnder(root);
}

/** What `.content` is gathered from. */
function isSource(root: string, path: string): boolean {
  const folders = [join(root, 'own'), join(root, 'content'), process.env.CONTENT_DIR ? ownFolder(root) : null];
  return folders.some((folder) => folder !== null && (path === folder || path.startsWith(folder + sep)));
}

/** Where the content is, and which services and guides there are: each is a page. */
function pagesIn(root: string): string {
  const folders = ['content/services', 'content/guides'].map((folder) => pathOf(root, folder));
  return [realpathSync(pathOf(root, 'content')), ...folders.flatMap((folder) => readdirSync(folder))].join('\n');
}

export function contentSentence(problems: string[]): string {
  return `The content has problems:\n${problems.map((problem) => `  ${problem}`).join('\n')}`;
}

function overlay(problems: string[]) {
  return { type: 'error' as const, err: { message: problems.join('\n'), stack: '', plugin: 'content' } };
}
