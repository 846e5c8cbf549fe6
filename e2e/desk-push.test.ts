// Protects: a member of staff turns messages on in their browser, gets them while the desk is closed, and none after signing out or for another person.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { loopbackCertificate } from '#testing/fixtures/loopback-certificate.ts';
import { freePort } from '#testing/free-port.ts';
import { openPushServer } from '#testing/push-server.ts';
import { makeFolder } from '#testing/test-run.ts';
import { until } from '#testing/until.ts';
import { ready } from './harness/browser.ts';
import { addSession, openBeside, setupDeskJourney } from './harness/desk-setup.ts';
import { ownServers } from './harness/journey.ts';

const port = await freePort();
const trusted = join(await makeFolder(), 'certificate.pem');
writeFileSync(trusted, loopbackCertificate.cert);
const desk = setupDeskJourney({ ...ownServers, PUSH_HOSTS: `127.0.0.1:${port}`, NODE_EXTRA_CA_CERTS: trusted });

type Target = { endpoint: string; p256dh: string; auth: string };

/** A browser without Google's network cannot subscribe: this is all of it that is not the browser's own. */
function subscribeHere({ endpoint, ...keys }: Target) {
  const name = 'test_subscription';
  const subscription = () => ({
    endpoint,
    toJSON: () => ({ endpoint, keys }),
    unsubscribe: async () => localStorage.removeItem(name),
  });
  PushManager.prototype.getSubscription = async () => (localStorage.getItem(name) ? subscription() : null) as never;
  PushManager.prototype.subscribe = async (options) => {
    localStorage.setItem(name, String(options?.applicationServerKey));
    return subscription() as never;
  };
}

/** Chromium without windows grants no notifications (headless-shell): what asks for them goes on, and none is shown. */
function grantHere() {
  Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
  Notification.requestPermission = async () => 'granted';
}

/** What the browser shows at this moment. */
const shown = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration('/desk/');
    return ((await registration?.getNotifications()) ?? []).map(({ title, tag }) => ({ title, tag }));
  });

/** The handler's account page in a browser in which messages were just turned on. */
async function openTold(service: Awaited<ReturnType<typeof openPushServer>>) {
  const page = await desk.open('/desk/account', desk.handler, { savesSite: true });
  await page.context().grantPermissions(['notifications'], { origin: desk.journey.product.url });
  await page.reload();
  const showsMessages = await page.evaluate(() => Notification.permission === 'granted');
  if (!showsMessages) await page.addInitScript(grantHere);
  await page.addInitScript(subscribeHere, service.subscribe());
  await page.reload();
  await ready(page);
  await page.getByRole('button', { name: 'Turn on in this browser' }).click();
  await page.getByText('On in this browser', { exact: true }).waitFor();
  service.expectKey((await page.evaluate(() => localStorage.getItem('test_subscription'))) ?? '');
  return { page, showsMessages };
}

const kept = (page: Page) => page.evaluate(() => localStorage.getItem('kerbside_push'));

test('a browser that gets another address is told there, and nobody any more once another person signs in', async () => {
  const service = await openPushServer({ port });
  onTestFinished(service.close);
  const { page } = await openTold(service);
  const { endpoint, ...keys } = service.subscribe();
  await page.addInitScript(subscribeHere, { endpoint, ...keys });
  await page.reload();
  await until('the new address to be kept', async () => (await kept(page))?.includes(endpoint));
  await page.getByRole('button', { name: 'Send a test message' }).click();
  await until('the message', () => service.received.some(({ path }) => endpoint.endsWith(path)));

  // The handler's session has ended by itself, and the owner signs in.
  await page.context().clearCookies();
  await addSession(page, desk.journey.product, desk.owner);
  await page.goto(`${desk.journey.product.url}/desk`);
  await until('it to end', async () => (await kept(page)) === null);
  expect(await page.evaluate(() => localStorage.getItem('test_subscription'))).toBeNull();
  const database = await openBeside(desk.journey.product);
  const told = await database.db.selectFrom('push_subscriptions').select('endpoint').execute();
  await database.close();
  expect(told.map((row) => row.endpoint)).not.toContain(endpoint);
});

test('messages are turned on, tried, shown by the service worker, and end with signing out', async () => {
  const service = await openPushServer({ port });
  onTestFinished(service.close);
  const { page, showsMessages } = await openTold(service);
  await page.getByRole('button', { name: 'Send a test message' }).click();
  await until('the message', () => service.received.length === 1);
  expect(service.received).toMatchObject([{ body: { kind: 'test', count: 0 }, isSigned: true }]);

  if (showsMessages) await expectShown(page);
  // The worker of the desk holds no page and no file.
  expect(await page.evaluate(() => caches.keys())).toEqual([]);

  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.waitForURL(/\/desk\/sign-in/);
  expect(await kept(page)).toBeNull();
  const again = await desk.open('/desk/account', desk.owner);
  await again.getByRole('heading', { name: 'Messages to your phone or computer' }).waitFor();
});

/** The messages as the browser hands them to the worker, and what it then shows. */
async function expectShown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { promise, resolve } = Promise.withResolvers<string>();
  session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    const found = registrations.find(({ scopeURL }) => scopeURL.endsWith('/desk/'));
    if (found) resolve(found.registrationId);
  });
  await session.send('ServiceWorker.enable');
  const registrationId = await promise;
  const deliver = (data: string) =>
    session.send('ServiceWorker.deliverPushMessage', { origin: `${desk.journey.product.url}/`, registrationId, data });
  await deliver(JSON.stringify({ kind: 'waits', count: 1 }));
  await until('the first', async () => (await shown(page)).length === 1);
  await deliver(JSON.stringify({ kind: 'waits', count: 3 }));
  // A newer one of its kind takes its place.
  await until('the second', async () => (await shown(page)).some(({ title }) => title === '3 people wait for a call'));
  expect(await shown(page)).toHaveLength(1);
  await deliver('<not json>');
  await until('the third', async () => (await shown(page)).some(({ title }) => title === 'The site needs attention'));
}
