// Protects: where the answer to a form is lost, sending it again, edited or not, makes one claim.
import { request } from 'node:http';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { aoife } from '#testing/fixtures/people.ts';
import { iwona } from '#testing/fixtures/roadside-starts.ts';
import { readMessages, readStore } from '#testing/read-store.ts';
import { ready } from './harness/browser.ts';
import { fill, submit } from './harness/fill.ts';
import { type FrontServer, openFrontServer, type Route } from './harness/front-server.ts';
import { ownServers, setupJourney } from './harness/journey.ts';
import { keptToSend, panelOf, waitingLoaded } from './harness/waiting.ts';

/** The server stores what is sent, and its response is lost. */

const journey = setupJourney(ownServers);
const expected = /ERR_EMPTY_RESPONSE|ERR_FAILED|ERR_CONNECTION|ERR_INTERNET_DISCONNECTED/;
let front: FrontServer;

beforeAll(async () => {
  front = await openFrontServer();
});
afterAll(() => front.close());
beforeEach(() => {
  front.route = () => productPort();
});

const productPort = () => Number(new URL(journey.product.url).port);

/**
 * Loses the responses to requests for which `isLost` is true; all others arrive. `received`: the requests that the server has
 * answered.
 */
function loseAnswers(isLost: (body: string) => boolean = () => true): { received: string[] } {
  const received: string[] = [];
  const route: Route = (incoming, outgoing) => {
    if (incoming.method !== 'POST') return productPort();
    const { method, url: path, headers } = incoming;
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const body = Buffer.concat(chunks);
      const sent = request({ host: '127.0.0.1', port: productPort(), method, path, headers }, (response) => {
        const answer: Buffer[] = [];
        response.on('data', (chunk: Buffer) => answer.push(chunk));
        response.on('end', () => {
          if (!isLost(body.toString()))
            return outgoing.writeHead(response.statusCode ?? 502, response.headers).end(Buffer.concat(answer));
          received.push(body.toString());
          outgoing.destroy();
        });
      });
      sent.end(body);
    });
    return null;
  };
  front.route = route;
  return { received };
}

test('Edited after the answer was lost, a start at the roadside is one claim, with the other words as a message', async () => {
  const page = await open('/roadside');
  const { received } = loseAnswers();
  await sendRoadside(page, { ...iwona, name: 'Edited' });
  await expect.poll(() => received.length).toBeGreaterThan(0);
  await page.locator('[name="locationOfAccident"]').fill('A13, by the bridge');
  await submit(page);
  await expect.poll(() => received.some((body) => body.includes('by the bridge'))).toBe(true);
  await expect.poll(() => keptToSend(page)).toContain('by the bridge');
  front.route = () => productPort();
  await panelOf(page).getByRole('button', { name: 'Try now' }).click();
  await page.locator('.receipt').waitFor();
  const [row, ...others] = stored('Edited');
  expect(others).toEqual([]);
  expect(await page.locator('.receipt-reference').textContent()).toBe(row?.reference);
  expect(messages()).toContain('At the roadside, Where did it happen?\nA13, by the bridge');
});

test('After a reload, and without signal when it was edited, a claim is one all the same', async () => {
  const page = await open('/make-a-claim');
  const { received } = loseAnswers();
  await fill(page, { ...aoife, lastName: 'Reloaded' });
  await waitingLoaded(page);
  await submit(page);
  await panelOf(page).getByText('Waiting for signal: your claim').waitFor();
  expect(received.length).toBeGreaterThan(0);
  await page.reload();
  await ready(page);
  await waitingLoaded(page);
  await page.context().setOffline(true);
  await page.locator('[name="vehicleMake"]').fill('Skoda');
  await submit(page);
  await expect.poll(() => keptToSend(page)).toContain('Skoda');
  front.route = () => productPort();
  await page.context().setOffline(false);
  await page.locator('.receipt').waitFor();
  expect(stored('Reloaded')).toHaveLength(1);
  expect(messages()).toContain('On the claim form, Make\nSkoda');
});

test('Where the answer to the start at the roadside was lost, the claim form is saved into it', async () => {
  const page = await open('/roadside');
  const { received } = loseAnswers((body) => body.includes('"Roadside Start"'));
  await sendRoadside(page, { ...iwona, name: 'Started Whole' });
  await expect.poll(() => received.length).toBeGreaterThan(0);
  await page.goto(`${front.url}/make-a-claim`);
  await ready(page);
  await fill(page, { ...aoife, lastName: 'Whole', phone: '07700 900707', dateOfAccident: new Date().toISOString().slice(0, 10) });
  await panelOf(page).waitFor();
  await submit(page);
  await page.locator('.receipt').waitFor();
  const rows = stored('Whole');
  expect(rows).toHaveLength(1);
  expect(rows[0]?.form_data).toMatchObject({ name: 'Started Whole', lastName: 'Whole' });
});

test('Changed while it was sent again by itself, and taken back after that, it is the same claim', async () => {
  const page = await open('/make-a-claim');
  const { received } = loseAnswers();
  await fill(page, { ...aoife, lastName: 'Undone' });
  await waitingLoaded(page);
  await submit(page);
  await panelOf(page).waitFor();
  expect(received.length).toBeGreaterThan(0);
  await page.locator('[name="vehicleMake"]').fill('Seat');
  front.route = () => productPort();
  await panelOf(page).getByRole('button', { name: 'Try now' }).click();
  await page.locator('.receipt').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await submit(page);
  await expect.poll(messages).toContain('On the claim form, Make\nSeat');
  expect(stored('Undone')).toHaveLength(1);
});

test('A form that was cleared begins another claim', async () => {
  const page = await open('/make-a-claim');
  const { received } = loseAnswers();
  await fill(page, { ...aoife, lastName: 'Cleared' });
  await waitingLoaded(page);
  await submit(page);
  await panelOf(page).waitFor();
  expect(received.length).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Clear this form' }).click();
  front.route = () => productPort();
  await fill(page, { ...aoife, lastName: 'Cleared', vehicleReg: 'AB12 CDE' });
  await submit(page);
  await page.locator('.receipt').waitFor();
  await expect.poll(() => stored('Cleared').length).toBe(2);
});

async function open(path: string): Promise<Page> {
  const page = await journey.newPage({ expected });
  await page.goto(front.url + path);
  return ready(page);
}

async function sendRoadside(page: Page, answers: Record<string, string>): Promise<void> {
  const { language: _, ...asked } = answers;
  await fill(page, asked);
  await waitingLoaded(page);
  await submit(page);
  await panelOf(page).getByText('Waiting for signal: your claim').waitFor();
}

/** Finds submissions by a part of the name. */
function stored(name: string) {
  return readStore(journey.product).submissions.filter(({ form_data: { name: whole, lastName } }) =>
    `${whole} ${lastName}`.includes(name),
  );
}

const messages = () => readMessages(journey.product).map(({ text }) => text);
