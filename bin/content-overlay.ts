import { join } from 'node:path';
import type { Plugin, ViteDevServer } from 'vite';
import { problemsUnder } from './content-rules.ts';

/**
 * In development: what is wrong with the content is an overlay over the page and a line each in the terminal, until it is mended. The
 * page below stays as it was.
 */
export function contentOverlay(): Plugin<{ problems: () => string[] }> {
  let problems: string[] = [];
  let root = process.cwd();

  async function look(server: ViteDevServer): Promise<void> {
    const before = problems;
    problems = await problemsUnder(root);
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

  return {
    name: 'kerbside:content-overlay',
    apply: 'serve',
    api: { problems: () => problems },
    configResolved(config) {
      root = config.root;
    },
    async configureServer(server) {
      server.environments.client.hot.on('vite:client:connect', (_, client) => {
        if (problems.length > 0) client.send(overlay(problems));
      });
      await look(server);
    },
    hotUpdate: {
      order: 'pre',
      async handler({ file, server }) {
        if (!file.startsWith(join(root, 'content/'))) return;
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

export function contentSentence(problems: string[]): string {
  return `The content needs mending:\n${problems.map((problem) => `  ${problem}`).join('\n')}`;
}

function overlay(problems: string[]) {
  return { type: 'error' as const, err: { message: problems.join('\n'), stack: '', plugin: 'content' } };
}
