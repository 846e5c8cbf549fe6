// Protects: in development an error in the content is shown with its file and field, and changes appear at once.
import { appendFileSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createServer, type ViteDevServer } from 'vite';
import { expect, onTestFinished, test, vi } from 'vitest';
import { exampleService, exampleServiceFile, siteSourceWith } from '#testing/fixtures/example-content.ts';
import { freePort } from '#testing/free-port.ts';
import { isSample } from '#testing/sampled.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { testMs, until } from '#testing/until.ts';
import { contentOverlay } from './content-overlay.ts';
import { contentPlugin } from './content-plugin.ts';
import { gatherContent } from './gather-content.mjs';

const siteSource = readFileSync(join(import.meta.dirname, '../content/site.ts'), 'utf8');
const stepsSource = readFileSync(join(import.meta.dirname, '../content/steps.ts'), 'utf8');

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

test.skipIf(isSample)('a file of the content that cannot be read is told by its line', async () => {
  const { root, server } = await startDevelopment();
  const open = await connect(server);
  await edit(root, 'content/site.ts', (source) => source.replace("'Barking'", "'St David's House'"));
  await until('the overlay', () => open.some(({ type }) => type === 'error'));
  expect(open.find(({ type }) => type === 'error')?.err?.message).toMatch(
    /^content\/site\.ts: line \d+ \(.+\) has an apostrophe inside .+: write "St David's House" instead\.$/,
  );
});

test.skipIf(isSample)('what an owner changes is gathered, and a problem in it is named by their file', async () => {
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

test.skipIf(isSample)('a service more is a page more, without a new start', async () => {
  const { root, server } = await startDevelopment({ 'own/services/towing.md': exampleService });
  const before = server.environments.client;
  writeFileSync(join(root, 'own/services/storage.md'), exampleService.replace('title: Towing', 'title: Storage'));
  await until('the restart', () => server.environments.client !== before);
});

const saves: [string, (path: string, text: string, told: () => Promise<void>) => Promise<void>][] = [
  [
    'empties the file and then writes it',
    async (path, text, told) => {
      truncateSync(path);
      await told();
      writeFileSync(path, text);
    },
  ],
  [
    'writes half of it, and then the rest',
    async (path, text, told) => {
      writeFileSync(path, text.slice(0, text.length / 2));
      await told();
      appendFileSync(path, text.slice(text.length / 2));
    },
  ],
  [
    'removes it and then renames another to it',
    async (path, text, told) => {
      writeFileSync(`${path}.tmp`, text);
      rmSync(path);
      await told();
      renameSync(`${path}.tmp`, path);
    },
  ],
];

// Beside the next test, which tells the same of a mistake.
test.skipIf(isSample).each(saves)('an editor that %s shows no error, and loads the page again once', async (_, save) => {
  const { root, server } = await startDevelopment(
    { 'own/site.ts': siteSourceWith(siteSource, { brand: 'Harbour Help' }) },
    testMs,
  );
  const open = await connect(server);
  const reloads = () => open.filter(({ type }) => type === 'full-reload').length;
  const path = join(root, 'own/site.ts');
  for (const [index, brand] of ['Lighthouse Help', 'Harbour Help'].entries()) {
    const told = new Promise<void>((resolve) => server.watcher.once('all', () => resolve()));
    await save(path, siteSourceWith(siteSource, { brand }), () => told);
    await until('the reload', () => reloads() === index + 1);
  }
  expect(messagesOf(open)).toEqual([]);
  expect(readFileSync(join(root, '.gathered/site.ts'), 'utf8')).toContain('Harbour Help');
});

test('a mistake is told once, whatever else is saved, and loads the page again once when it is corrected', async () => {
  const printed = vi.spyOn(console, 'error').mockImplementation(() => {});
  const { root, server } = await startDevelopment({
    'own/site.ts': siteSourceWith(siteSource, { brand: '' }),
    'own/steps.ts': stepsSource,
  });
  const open = await connect(server);
  for (const more of ['\n', '\n\n']) {
    writeFileSync(join(root, 'own/steps.ts'), stepsSource + more);
    await until('the other file', () => readFileSync(join(root, '.gathered/steps.ts'), 'utf8') === stepsSource + more);
  }
  writeFileSync(join(root, 'own/site.ts'), siteSource);
  await until('the reload', () => open.some(({ type }) => type === 'full-reload'));
  expect(printed.mock.calls.flat().filter((text) => String(text).includes('site.brand must not be empty'))).toHaveLength(1);
  // The next save comes after whatever the one before it has caused.
  writeFileSync(join(root, 'own/steps.ts'), stepsSource);
  await until('the second reload', () => open.filter(({ type }) => type === 'full-reload').length >= 2);
  expect(open.filter(({ type }) => type === 'full-reload')).toHaveLength(2);
});

function messagesOf(messages: Message[]): string[] {
  return messages.flatMap(({ err }) => (err ? [err.message] : []));
}

async function startDevelopment(
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
