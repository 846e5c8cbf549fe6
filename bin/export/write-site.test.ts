// Protects: what is exported is every page and file as the product answers it, in each encoding, and file servers answer it so.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import type { Site, SiteFile } from './collect-site.ts';
import { writeSite } from './write-site.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

function file(path: string, name: string, type: string, language: string | null = null): SiteFile {
  const headers = { 'content-type': type, 'content-security-policy': `script-src '${name}'` };
  return { path, name, language, headers, body: bytes(name), brotli: bytes(`br ${name}`), gzip: bytes(`gz ${name}`) };
}

const html = 'text/html; charset=utf-8';
const site: Site = {
  siteUrl: 'https://www.your-site.example',
  files: [
    file('/', 'index.html', html),
    file('/faq', 'faq.html', html),
    file('/services/repair', 'services/repair.html', html),
    file('/roadside', 'roadside.html', html),
    file('/roadside', 'roadside.pl.html', html, 'pl'),
    file('/assets/site-1.js', 'assets/site-1.js', 'text/javascript'),
  ],
  notFound: { headers: {}, body: bytes('nowhere') },
  errors: [{ name: '502.html', statuses: [502, 504], headers: {}, body: bytes('away') }] as unknown as Site['errors'],
  redirects: { paths: ['/faq', '/services/repair', '/roadside'], headers: {} },
  sourcePaths: [],
  productRoutes: ['/functions/v1/send-form-email', '/desk/*'],
};

test('each file is there with its compressed forms, and the configurations name each page, its policy and the product', async () => {
  const folder = temporaryFolder();
  await writeSite(site, folder, '/srv/site');
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  for (const { name } of site.files) {
    expect([read(`site/${name}`), read(`site/${name}.br`), read(`site/${name}.gz`)]).toEqual([name, `br ${name}`, `gz ${name}`]);
    const [plain, ...others] = ['', '.br', '.gz'].map((suffix) => statSync(join(folder, `site/${name}${suffix}`)).mtimeMs);
    expect(others, 'the time, of which the ETag is made').toEqual([plain, plain]);
  }
  expect([read('site/404.html'), existsSync(join(folder, 'site/404.html.br')), read('errors/502.html')]).toEqual([
    'nowhere',
    false,
    'away',
  ]);
  for (const configuration of [read('nginx-server.conf'), read('Caddyfile')]) {
    for (const { name } of site.files) expect(configuration).toContain(`script-src '${name}'`);
    for (const text of ['/srv/site/site', 'send-form-email', 'desk', '/roadside.pl.html']) expect(configuration).toContain(text);
  }
});
