// Protects: the service worker saves exactly the public site, by version.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp } from '#testing/create-test-app.ts';
import type { SavedSite } from './saved-site.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kerbside-worker-'));
  const files = {
    'client/favicon.svg': '<svg/>',
    'client/assets/home-1.js': 'import("./forms-2.js")',
    'client/assets/forms-2.js': 'forms',
    'client/assets/desk-3.js': 'desk',
    'service-worker/service-worker.js': 'worker();',
    'service-worker/desk-worker.js': 'tell();',
    'service-worker/switched-off.js': 'leave();',
    'service-worker/imports.json': JSON.stringify({ '/assets/home-1.js': ['/assets/forms-2.js'], '/assets/forms-2.js': [] }),
  };
  for (const name of ['client/assets', 'service-worker']) await mkdir(join(folder, name), { recursive: true });
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
});

afterAll(() => rm(folder, { recursive: true }));

async function readWorker({ hours = '24', settings = {} as Record<string, string> } = {}) {
  const { app } = await createTestApp(settings, {
    render: async (request) =>
      new Response(`<p>Call us ${hours} hours a day.</p><script src="/assets/home-1.js">${request.url}</script>`, {
        status: request.url.endsWith('/no-such-page') ? 404 : 200,
      }),
    paths: ['/', '/faq'],
    assetsFolder: join(folder, 'client'),
    serviceWorkerFolder: join(folder, 'service-worker'),
  });
  const response = await app.request('/service-worker.js');
  const ofDesk = await app.request('/desk/push-worker.js');
  return { response, text: await response.text(), ofDesk, textOfDesk: await ofDesk.text() };
}

function listIn(text: string): SavedSite {
  return JSON.parse(/^self\.savedSite=(\{.*\});\n/.exec(text)?.[1] ?? '');
}

test('the service worker saves every public page and what they load, at once or later, and nothing else', async () => {
  const { response, text } = await readWorker();
  expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  expect(response.headers.get('cache-control')).toBe('no-cache');
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'; connect-src 'self';");
  const { pages, assets } = listIn(text);
  expect(Object.keys(pages)).toEqual(['/', '/faq']);
  expect(Object.keys(assets)).toEqual(['/assets/forms-2.js', '/assets/home-1.js']);
  // The SHA-256 of its text.
  expect(assets['/assets/forms-2.js']).toBe(
    Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from('forms'))).toString('base64'),
  );
  expect(text.endsWith('worker();')).toBe(true);
});

test('it has the same version after each start, and another one when a page or SITE_URL changes', async () => {
  const versionOf = async (change?: Parameters<typeof readWorker>[0]) => listIn((await readWorker(change)).text).version;
  const version = await versionOf();
  expect(await versionOf()).toBe(version);
  expect(await versionOf({ hours: '12' })).not.toBe(version);
  expect(await versionOf({ settings: { SITE_URL: 'https://other.example' } })).not.toBe(version);
});

test('that of the desk is served without signing in, is another one, and is saved by none', async () => {
  const { text, ofDesk, textOfDesk } = await readWorker();
  expect([ofDesk.status, textOfDesk]).toEqual([200, 'tell();']);
  expect(ofDesk.headers.get('cache-control')).toBe('no-cache');
  expect(ofDesk.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(text).not.toContain('push-worker');
});

test('Where they are switched off, one that removes itself is served in the place of each', async () => {
  const { response, text, textOfDesk } = await readWorker({ settings: { SERVICE_WORKER: 'off' } });
  expect([text, textOfDesk]).toEqual(['leave();', 'leave();']);
  expect(response.headers.get('cache-control')).toBe('no-cache');
});
