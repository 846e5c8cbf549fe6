// Protects: in development an error in the content is shown with its file and field, and changes appear at once.
import { readFileSync, writeFileSync } from 'node:fs';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createServer, type ViteDevServer } from 'vite';
import { expect, onTestFinished, test } from 'vitest';
import { exampleService, exampleServiceFile, siteSourceWith } from '#testing/fixtures/example-content.ts';
import { freePort } from '#testing/free-port.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { until } from '#testing/until.ts';
import { contentOverlay } from './content-overlay.ts';
import { contentPlugin } from './content-plugin.ts';
import { gatherContent } from './gather-content.mjs';

const siteSource = readFileSync(join(import.meta.dirname, '../content/site.ts'), 'utf8');

type Message = { type: string; err?: { message: string; stack: string } };

test('a problem in the content is shown in an overlay with file and field, also on a page opened later, until it is corrected', async () => {
  const { root, server } = await startDevelopment();
  const open = await connect(server);
  await edit(root, exampleServiceFile, (source) => source.replace(/^heroLead: .*\n/m, ''));
  await until('the overlay', () => open.some(({ type }) => type === 'error'));
  const shown = open.find(({ type }) => type === 'error')?.err;
  expect(shown).toMatchObject({ message: `${exampleServiceFile}: heroLead is missing.`, stack: '' });
  expect(open.filter(({ type }) => ['update', 'full-reload'].includes(type))).toEqual([]);

  const later = await connect(server);
  await until('the overlay of the page opened later', () => later.some(({ type }) => type === 'error'));

  writeFileSync(join(root, exampleServiceFile), exampleService);
  await until('the reload', () => open.some(({ type }) => type === 'full-reload'));
  const afterwards = await connect(server);
  await until('the connection', () => afterwards.some(({ type }) => type === 'connected'));
  expect(afterwards.filter(({ type }) => type === 'error')).toEqual([]);
});

test('a file of the content that cannot be read is told by its line', async () => {
  const { root, server } = await startDevelopment();
  const open = await connect(server);
  await edit(root, 'content/site.ts', (source) => `${source}'`);
  await until('the overlay', () => open.some(({ type }) => type === 'error'));
  expect(open.find(({ type }) => type === 'error')?.err?.message).toMatch(/^content\/site\.ts: line \d+ cannot be read: /);
});

test('what an owner changes is gathered, and a problem in it is named by their file', async () => {
  const { root, server } = await startDevelopment({ 'own/site.ts': siteSourceWith(siteSource, { brand: 'Harbour Help' }) });
  const open = await connect(server);
  const site = async () => (await server.environments.ssr.transformRequest('/.gathered/site.ts'))?.code;
  expect(await site()).toContain('Harbour Help');
  await edit(root, 'own/site.ts', (source) => source.replace('Harbour Help', 'Lighthouse Help'));
  await until('the other brand', async () => ((await site()) ?? '').includes('Lighthouse Help'));

  await edit(root, 'own/site.ts', (source) => source.replace('Lighthouse Help', ''));
  await until('the overlay', () => messagesOf(open).includes('own/site.ts: site.brand must not be empty.'));
  writeFileSync(join(root, 'own/site.ts'), siteSourceWith(siteSource, { brand: 'Harbour Help' }));
  await until('the reload', () => open.some(({ type }) => type === 'full-reload'));

  writeFileSync(join(root, 'own/sites.ts'), '');
  await until('the refusal', () => messagesOf(open).some((message) => message.startsWith('own/sites.ts would not be read: ')));
});

test('a service more is a page more, without a new start', async () => {
  const { root, server } = await startDevelopment({ 'own/services/towing.md': exampleService });
  const before = server.environments.client;
  writeFileSync(join(root, 'own/services/storage.md'), exampleService.replace('title: Towing', 'title: Storage'));
  await until('the restart', () => server.environments.client !== before);
});

function messagesOf(messages: Message[]): string[] {
  return messages.flatMap(({ err }) => (err ? [err.message] : []));
}

async function startDevelopment(own: Record<string, string> = {}): Promise<{ root: string; server: ViteDevServer }> {
  const root = temporaryFolder();
  await cp(join(import.meta.dirname, '../content'), join(root, 'content'), { recursive: true });
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
    plugins: [contentPlugin(), contentOverlay()],
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
async function connect({ config }: ViteDevServer): Promise<Message[]> {
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
async function edit(root: string, file: string, change: (source: string) => string): Promise<void> {
  const path = join(root, file);
  writeFileSync(path, change(await readFile(path, 'utf8')));
}
