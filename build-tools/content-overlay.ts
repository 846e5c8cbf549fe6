import { readdirSync, realpathSync } from 'node:fs';
import { join, sep } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Plugin, ViteDevServer } from 'vite';
import { pathOf } from './content-files.ts';
import { lastChange } from './content-modules.ts';
import { isWhole } from './file-being-saved.ts';
import { gatherContent, isContent, ownFolder } from './gather-content.mjs';
import { problemsUnder } from './problems-under.ts';

/** A file is looked at once nothing was written to it for so long. */
const quietMs = 60;

/** An editor may empty or remove a file before it writes it: one that is not whole is looked at after this time. */
const savingMs = 500;

/**
 * In development: what is wrong with the content is an overlay over the page and a line each in the terminal, until it is corrected. The
 * page below stays as it was. What is changed in the owner's folder is gathered at once.
 */
export function contentOverlay(graceMs = savingMs): Plugin<{ problems: () => string[]; settled: () => Promise<void> }> {
  let problems: string[] = [];
  let root = process.cwd();
  let pages = '';

  let looks = Promise.resolve();
  let isClosed = false;
  /** When each file was changed that has not been looked at. */
  const changedAt = new Map<string, number>();
  /** The last change of the content for which every page was loaded again, with all modules. */
  let reloadedFor = 0;
  /** By file, the last change that Vite has told. */
  const lastUpdate = new Map<string, number>();

  /** One after the other: several files change at once, and each problem is told once. */
  function look(server: ViteDevServer): Promise<void> {
    const looked = looks.then(() => lookNow(server));
    looks = looked.catch(() => undefined);
    return looked;
  }

  async function lookNow(server: ViteDevServer): Promise<void> {
    await untilSaved();
    if (isClosed) return;
    const before = problems;
    problems = await problemsAfterGathering(root);
    if (problems.join('\n') === before.join('\n')) return;
    if (problems.length > 0) {
      console.error(`\n${contentSentence(problems)}\n`);
      // A change of the owner's files that is refused changes none of the files that Vite watches.
      server.environments.client.hot.send(overlay(problems));
      return;
    }
    console.log('The content is sound again.');
    reloadedFor = lastChange(root);
    // What was changed while it was not has not been passed on.
    for (const environment of Object.values(server.environments)) {
      environment.moduleGraph.invalidateAll();
      environment.hot.send({ type: 'full-reload' });
    }
  }

  /** Waits until whatever is being saved is whole. */
  async function untilSaved(): Promise<void> {
    while (changedAt.size > 0 && !isClosed) {
      for (const [path, at] of changedAt) if (Date.now() - at >= (isWhole(path) ? quietMs : graceMs)) changedAt.delete(path);
      if (changedAt.size > 0) await pause(quietMs / 3);
    }
  }

  return {
    name: 'kerbside:content-overlay',
    apply: 'serve',
    api: { problems: () => problems, settled: () => looks },
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
        if (!isSource(root, path) || !isContent(path)) return;
        changedAt.set(path, Date.now());
        look(server)
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
      async handler({ file, server, timestamp }) {
        if (isClosed || !file.startsWith(`${realpathSync(pathOf(root, 'content'))}/`)) return;
        const isClient = this.environment.name === 'client';
        if (isClient) {
          lastUpdate.set(file, timestamp);
          await look(server);
        }
        // A save in several steps is passed on once.
        if (lastUpdate.get(file) !== timestamp) return [];
        // Thrown, it is Vite's overlay, and nobody else passes the change on.
        if (isClient && problems.length > 0)
          throw Object.assign(new Error(problems.join('\n')), { stack: '', plugin: 'content' });
        if (problems.length > 0) return [];
        if (!isClient) return;
        if (lastChange(root) === reloadedFor) return [];
        // Pages are rendered on the server, so that each of them may show it.
        server.environments.client.hot.send({ type: 'full-reload' });
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

/** Where the content is, and which services, guides and languages there are: each is a page. */
function pagesIn(root: string): string {
  const folders = ['content/services', 'content/guides', 'content/roadside'].map((folder) => pathOf(root, folder));
  return [realpathSync(pathOf(root, 'content')), ...folders.flatMap((folder) => readdirSync(folder))].join('\n');
}

export function contentSentence(problems: string[]): string {
  return `The content has problems:\n${problems.map((problem) => `  ${problem}`).join('\n')}`;
}

function overlay(problems: string[]) {
  return { type: 'error' as const, err: { message: problems.join('\n'), stack: '', plugin: 'content' } };
}
