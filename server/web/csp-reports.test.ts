// Protects: reports of the content security policy are counted, logged without personal data, and limited.
import { expect, test } from 'vitest';
import { createTestApp } from '#testing/create-test-app.ts';

const report = (more: Record<string, string> = {}) => ({
  'csp-report': {
    'document-uri': 'https://kerbside.example/contact?name=Aoife',
    'blocked-uri': 'https://evil.example/steal.js?what=Aoife',
    'effective-directive': 'script-src-elem',
    ...more,
  },
});

async function open() {
  const { app, logged, services } = await createTestApp();
  const send = async (body: unknown) =>
    app.request('/csp-reports', {
      method: 'POST',
      headers: { 'content-type': 'application/csp-report' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  const lines = () => logged.map((line) => JSON.parse(line)).filter(({ event }) => event === 'csp violation');
  return { send, lines, logged, services };
}

test('what a browser kept from loading is counted and logged, without what addresses may say of people', async () => {
  const { send, lines, logged, services } = await open();
  expect((await send(report())).status).toBe(204);
  await send(report({ 'blocked-uri': 'inline', 'effective-directive': 'style-src-attr' }));
  await send(report({ 'blocked-uri': 'a sentence of somebody', 'effective-directive': 'a new directive' }));
  expect(lines()).toMatchObject([
    { level: 'warn', directive: 'script-src', blocked: 'https://evil.example', path: '/contact' },
    { directive: 'style-src', blocked: 'inline' },
    { directive: 'other', blocked: 'other' },
  ]);
  for (const path of ['/aoife@example.com', '/mailto:aoife%40example.com', '/tel:07700%20900101', '/x/+447700900101'])
    await send(report({ 'document-uri': `https://www.your-site.example${path}` }));
  expect(lines().slice(3)).toMatchObject(Array.from({ length: 4 }, () => ({ path: '…' })));
  expect(logged.join('')).not.toMatch(/aoife|7700/i);
  expect(await services.metrics.text()).toContain('kerbside_csp_reports_total{directive="script-src"} 5');
});

test('of a flood ten are logged and all are counted', async () => {
  const { send, lines, services } = await open();
  for (let i = 0; i < 30; i += 1) await send(report());
  expect(lines()).toHaveLength(10);
  expect(await services.metrics.text()).toContain('kerbside_csp_reports_total{directive="script-src"} 30');
});

test('what is no report, or too long, is refused and leaves nothing in the log', async () => {
  const { send, lines } = await open();
  for (const body of ['{', 'null', '[]', '{"csp-report":{}}', '{"csp-report":{"blocked-uri":1}}'])
    expect((await send(body)).status).toBe(400);
  expect((await send(report({ 'script-sample': 'x'.repeat(20_000) }))).status).toBe(413);
  expect(lines()).toEqual([]);
});
