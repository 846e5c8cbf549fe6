// Protects: metrics are not public, and those that rules and the guide name exist.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { createTestApp } from '#testing/create-test-app.ts';
import { declan } from '#testing/fixtures/enquirers.ts';
import { aoife } from '#testing/fixtures/people.ts';

const from = (address: string) => ({ incoming: { socket: { remoteAddress: address, remotePort: 1, remoteFamily: 'IPv4' } } });

test('Metrics are served to the machine itself, not to other addresses or through a proxy', async () => {
  const { app } = await createTestApp();
  const status = async (address: string, headers: Record<string, string> = {}) =>
    (await app.request('/metrics', { headers }, from(address))).status;
  expect(await status('127.0.0.1')).toBe(200);
  expect(await status('::1')).toBe(200);
  expect(await status('192.0.2.7')).toBe(403);
  expect(await status('127.0.0.1', { 'x-forwarded-for': '192.0.2.7' })).toBe(403);
  expect(await status('192.0.2.7', { authorization: 'Bearer guess' })).toBe(403);
  expect((await app.request('/metrics')).status).toBe(403);
});

test('Metrics are served to any address with the token', async () => {
  const { app } = await createTestApp({ METRICS_TOKEN: 'ein-langes-geheimnis' });
  const status = async (token: string) =>
    (await app.request('/metrics', { headers: { authorization: `Bearer ${token}` } }, from('192.0.2.7'))).status;
  expect(await status('ein-langes-geheimnis')).toBe(200);
  expect(await status('ein-langes-geheimni')).toBe(403);
});

test('it counts what was accepted, stored before and refused, and why', async () => {
  const { app, send, insert } = await createTestApp();
  await send('Make a Claim', aoife, { 'Idempotency-Key': 'one' });
  await send('Make a Claim', aoife, { 'Idempotency-Key': 'one' });
  await send('Make a Claim', declan);
  await send('No such form', aoife);
  await insert('Contact Us', declan);
  await app.request('/functions/v1/send-form-email', { method: 'POST', body: 'a=b' });
  await app.request('/functions/v1/send-form-email', { method: 'DELETE' });
  const text = await metricsOf(app);
  expect(text).toContain('\nkerbside_submissions_accepted_total 2\n');
  expect(text).toContain('\nkerbside_submissions_duplicate_total 1\n');
  for (const reason of ['invalid', 'unknown_form', 'unsupported_media_type', 'method_not_allowed'])
    expect(text).toContain(`\nkerbside_submissions_refused_total{reason="${reason}"} 1\n`);
  expect(text).toContain('\nkerbside_accept_seconds_count 4\n');
  expect(text).toContain('\nkerbside_store_up 1\n');
});

test('it is written as Prometheus reads it', async () => {
  const { app } = await createTestApp();
  const lines = (await metricsOf(app)).trimEnd().split('\n').filter(Boolean);
  for (const line of lines) expect(line).toMatch(/^(# (HELP|TYPE) [a-z_]+ .+|[a-z_]+(\{[a-z]+="[^"]*"\})? [0-9.e+-]+)$/);
  const families = lines.filter((line) => line.startsWith('# TYPE')).map((line) => line.split(' ')[2]);
  expect(new Set(families).size).toBe(families.length);
});

test('every metric that an alert rule or the guide names is there', async () => {
  const { app } = await createTestApp();
  const text = await metricsOf(app);
  const rules = readFileSync('docs/alerts.yml', 'utf8');
  expect(parse(rules).groups[0].rules.length).toBeGreaterThan(5);
  for (const [name] of rules.matchAll(/kerbside_\w+/g)) expect(text).toContain(`\n${name}`);
  // A label with a value is shown from the start.
  for (const [name] of rules.matchAll(/kerbside_\w+\{\w+="\w+"\}/g)) expect(text).toContain(`\n${name} `);
  const guide = readFileSync('docs/operations.md', 'utf8');
  for (const [name] of guide.matchAll(/kerbside_[a-z_]*[a-z]/g)) expect(text).toContain(name);
  for (const { alert } of parse(rules).groups[0].rules) expect(guide).toContain(alert);
});

async function metricsOf(app: Awaited<ReturnType<typeof createTestApp>>['app']): Promise<string> {
  return (await app.request('/metrics', {}, from('127.0.0.1'))).text();
}
