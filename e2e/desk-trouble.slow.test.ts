// Protects: where the store does not answer the desk says so.
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { ready } from './harness/browser.ts';
import { addSession, setupDeskJourney } from './harness/desk-setup.ts';
import { openBeside } from './harness/staff-template.ts';

const desk = setupDeskJourney();
const { journey } = desk;

async function rename(from: string, to: string): Promise<void> {
  const database = await openBeside(journey.product);
  await sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(database.db);
  await database.close();
}

test('where the store does not answer, sign-in and desk say so to staff, and the log holds a line and nothing that was asked for', async () => {
  const page = await journey.newPage({ expected: /status of 500/ });
  await addSession(page, journey.product, desk.owner);
  await rename('staff_sessions', 'staff_sessions_away');
  const numbers: (string | null)[] = [];
  for (const path of ['/desk/sign-in', '/desk?q=Quorra']) {
    const response = await page.goto(journey.product.url + path);
    await ready(page);
    await page.getByRole('heading', { level: 1, name: 'That did not work' }).waitFor();
    expect(await page.title(), path).toMatch(/^Not shown/);
    numbers.push(await page.locator('main code').textContent());
    expect(numbers.at(-1)).toBe((await response?.allHeaders())?.['x-request-id']);
  }
  await rename('staff_sessions_away', 'staff_sessions');
  await page.goto(`${journey.product.url}/desk`);
  await page.getByRole('heading', { name: 'Queue' }).waitFor();

  await journey.product.writes(String(numbers.at(-1)));
  const lines = journey.product.output().trim().split('\n').slice(2);
  const faults = lines
    .map((line) => JSON.parse(line))
    .filter(({ event, path }) => event === 'request failed' && path.startsWith('/desk'));
  expect(faults.map(({ path }) => path)).toEqual(['/desk/sign-in', '/desk']);
  expect(faults.map(({ requestId }) => requestId)).toEqual(numbers);
  expect(journey.product.output()).not.toContain('Quorra');
});

test('A POST to a screen without an action gets 405 and is not logged as an error', async () => {
  const { product } = journey;
  const { browser } = desk.handler;
  const headers = { origin: product.url, cookie: browser.context().cookie ?? '' };
  const before = product.output().length;
  for (const path of ['/desk', '/desk/audit', '/desk/list.csv']) {
    const response = await fetch(product.url + path, { method: 'POST', body: new URLSearchParams(), headers });
    expect(response.status, path).toBe(405);
  }
  expect(product.output().slice(before)).not.toContain('request failed');
});
