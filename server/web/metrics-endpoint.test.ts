// Protects: metrics are not public, and those that rules and the guide name exist.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { createTestApp } from '#testing/create-test-app.ts';
import { declan } from '#testing/fixtures/enquirers.ts';
import { aoife } from '#testing/fixtures/people.ts';

const from = (address: string) => ({ incoming: { socket: { remoteAddress: address, remotePort: 1, remoteFamily: 'IPv4' } } });

const loopback = 'http://127.0.0.1:3000/metrics';

test.each([
  [200, 'this machine', '127.0.0.1', loopback, {}],
  [200, 'this machine, by name', '::1', 'http://localhost/metrics', {}],
  [200, 'this machine, by IPv6', '::ffff:127.0.0.1', 'http://[::1]:3000/metrics', {}],
  [403, 'another address', '192.0.2.7', loopback, {}],
  [403, 'a guess at a token', '192.0.2.7', loopback, { authorization: 'Bearer guess' }],
  [403, 'a proxy on this machine', '127.0.0.1', loopback, { 'x-forwarded-for': '192.0.2.7' }],
  [403, 'a proxy on this machine that says nothing', '127.0.0.1', 'https://kerbside.example/metrics', {}],
  [403, 'a name that only resolves to this machine', '127.0.0.1', 'http://127.0.0.1.example/metrics', {}],
  [403, 'a socket without an address', '', loopback, {}],
])('without a token metrics are answered %i to %s', async (status, _, address, url, headers) => {
  const { app } = await createTestApp();
  expect((await app.request(url, { headers }, from(address))).status).toBe(status);
});

test.each(['192.0.2.7', '127.0.0.1'])('with a token everybody needs it, %s too', async (address) => {
  const { app } = await createTestApp({ METRICS_TOKEN: 'ein-langes-geheimnis' });
  const status = async (headers: Record<string, string>) => (await app.request(loopback, { headers }, from(address))).status;
  expect(await status({ authorization: 'Bearer ein-langes-geheimnis' })).toBe(200);
  expect(await status({ authorization: 'Bearer ein-langes-geheimni' })).toBe(403);
  expect(await status({})).toBe(403);
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
  return (await app.request(loopback, {}, from('127.0.0.1'))).text();
}
