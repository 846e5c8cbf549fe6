import { writeFileSync } from 'node:fs';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createServer, type ViteDevServer } from 'vite';
import { onTestFinished } from 'vitest';
import { contentOverlay } from '../build-tools/content-overlay.ts';
import { contentPlugin } from '../build-tools/content-plugin.ts';
import { gatherContent } from '../build-tools/gather-content.mjs';
import { exampleService, exampleServiceFile } from './fixtures/example-content.ts';
import { freePort } from './free-port.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { until } from './until.ts';

type Message = { type: string; err?: { message: string; stack: string } };

export function messagesOf(messages: Message[]): string[] {
  return messages.flatMap(({ err }) => (err ? [err.message] : []));
}

/** A light copy of the project in Vite's development server, with what an owner has of their own. */
export async function startDevelopment(
  own: Record<string, string> = {},
  graceMs?: number,
): Promise<{ root: string; server: ViteDevServer }> {
  const root = temporaryFolder();
  for (const name of ['content', 'forms', 'package.json'])
    await cp(join(import.meta.dirname, '..', name), join(root, name), { recursive: true });
  await writeFile(join(root, exampleServiceFile), exampleService);
  for (const [file, text] of Object.entries(own)) {
    await mkdir(dirname(join(root, file)), { recursive: true });
    await writeFile(join(root, file), text);
  }
  gatherContent(root);
  const server = await createServer({
    root,
    configFile: false,
    logLevel: 'silent',
    appType: 'custom',
    plugins: [contentPlugin(), contentOverlay(graceMs)],
    server: { host: '127.0.0.1', port: await freePort() },
  });
  onTestFinished(() => server.close());
  await server.listen();
  // So that the watcher has seen the files as they are before the first change.
  await until('the watcher', () =>
    ['/content/services', ...(Object.keys(own).length > 0 ? ['/own', '/.gathered/services'] : [])].every((path) =>
      Object.keys(server.watcher.getWatched()).some((folder) => folder.endsWith(path)),
    ),
  );
  return { root, server };
}

/** What a page is told, as it comes. */
export async function connect({ config }: ViteDevServer): Promise<Message[]> {
  const messages: Message[] = [];
  const socket = new WebSocket(`ws://127.0.0.1:${config.server.port}/?token=${config.webSocketToken}`, 'vite-hmr');
  onTestFinished(() => socket.close());
  socket.addEventListener('message', ({ data }) => messages.push(JSON.parse(String(data))));
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', reject);
  });
  return messages;
}

/** Writes at once, so that nobody sees the file while it is empty. */
export async function edit(root: string, file: string, change: (source: string) => string): Promise<void> {
  const path = join(root, file);
  writeFileSync(path, change(await readFile(path, 'utf8')));
}
