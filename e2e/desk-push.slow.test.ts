// Protects: a member of staff turns messages on in their browser, gets them while the desk is closed, and none after signing out or for another person.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { loopbackCertificate } from '#testing/fixtures/loopback-certificate.ts';
import { freePort } from '#testing/free-port.ts';
import { openPushServer, type PushServer } from '#testing/push-server.ts';
import type { TestStaff } from '#testing/test-accounts.ts';
import { makeFolder } from '#testing/test-run.ts';
import { until } from '#testing/until.ts';
import { ready } from './harness/browser.ts';
import { addSession, setupDeskJourney } from './harness/desk-setup.ts';
import { ownServers } from './harness/journey.ts';
import { createStaff, openBeside } from './harness/staff-template.ts';

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

/** The account page of a member of staff in a browser in which messages were just turned on. */
async function openTold(service: PushServer, member: TestStaff) {
  const page = await desk.open('/desk/account', member, { savesSite: true, expected: /404.*\/desk\/push/ });
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

test('messages are turned on, tried, shown by the service worker, and end with signing out', async () => {
  const service = await openPushServer({ port });
  onTestFinished(service.close);
  const { page, showsMessages } = await openTold(service, desk.handler);
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

test('a browser that gets another address is told there, and nobody any more once another person signs in', async () => {
  const service = await openPushServer({ port });
  onTestFinished(service.close);
  const { page } = await openTold(service, desk.owner);
  const other = await createStaff(desk.journey.product, 'priya@kerbside.example');
  const { endpoint, ...keys } = service.subscribe();
  await page.addInitScript(subscribeHere, { endpoint, ...keys });
  await page.reload();
  await until('the new address to be kept', async () => (await kept(page))?.includes(endpoint));
  await page.getByRole('button', { name: 'Send a test message' }).click();
  await until('the message', () => service.received.some(({ path }) => endpoint.endsWith(path)));

  // As after a push service has called the browser gone.
  const database = await openBeside(desk.journey.product);
  await database.db.deleteFrom('push_subscriptions').execute();
  await page.reload();
  await page.getByRole('button', { name: 'Turn on in this browser' }).click();
  await page.getByText('On in this browser', { exact: true }).waitFor();

  // The owner's session has ended by itself, and a handler signs in.
  await page.context().clearCookies();
  await addSession(page, desk.journey.product, other);
  await page.goto(`${desk.journey.product.url}/desk`);
  await until('it to end', () => page.evaluate(() => localStorage.getItem('test_subscription') === null));
  expect(await kept(page)).toBeNull();
  const told = await database.db.selectFrom('push_subscriptions').select('endpoint').execute();
  await database.close();
  expect(told.map((row) => row.endpoint)).not.toContain(endpoint);
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
  const displayed: { title: string | undefined; tag: string }[] = [];
  session.on('BackgroundService.backgroundServiceEventReceived', ({ backgroundServiceEvent: { instanceId, eventMetadata } }) =>
    displayed.push({ title: eventMetadata.find(({ key }) => key === 'Title')?.value, tag: instanceId }),
  );
  await session.send('BackgroundService.startObserving', { service: 'notifications' });
  await session.send('BackgroundService.setRecording', { service: 'notifications', shouldRecord: true });
  // The browser says what it shows. Asked by getNotifications while it begins to show something, Chromium forgets that.
  const deliver = async (title: string, data: string, tag: string) => {
    const message = { origin: `${desk.journey.product.url}/`, registrationId, data };
    await session.send('ServiceWorker.deliverPushMessage', message);
    await until(title, () => displayed.length > 0);
    expect(displayed.splice(0)).toEqual([{ title, tag }]);
  };
  await deliver('Somebody waits for a call', JSON.stringify({ kind: 'waits', count: 1 }), 'waits');
  // A newer one with its tag takes its place.
  await deliver('3 people wait for a call', JSON.stringify({ kind: 'waits', count: 3 }), 'waits');
  await deliver('The site needs attention', '<not json>', 'trouble');
}
