import { spawnSync } from 'node:child_process';
import type { Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import { jsonPost } from '#testing/http.ts';
import { type Product, root } from '#testing/product.ts';
import { readStore } from '#testing/read-store.ts';
import { goodPassword, type TestStaff } from '#testing/test-accounts.ts';
import { type PageOptions, ready } from './browser.ts';
import { ownServers, setupJourney } from './journey.ts';
import { renewSessions, staffOfTemplate } from './staff-template.ts';

/** The setup of a journey with a desk: an owner, a handler, and how their journeys begin. Settings are those of `setupJourney`. */
export function setupDeskJourney(settings: Record<string, string> | null = ownServers) {
  const journey = setupJourney(settings);
  let owner: TestStaff;
  let handler: TestStaff;

  beforeAll(async () => {
    ({ owner, handler } = await staffOfTemplate());
    renewSessions(journey.product);
  });

  return {
    journey,
    get owner() {
      return owner;
    },
    get handler() {
      return handler;
    },
    /** Sends a form as a visitor does; returns the submission's id. */
    send: async (formData: Record<string, string>, formName = 'Make a Claim'): Promise<string> => {
      const response = await journey.product.request('/functions/v1/send-form-email', jsonPost({ formName, formData }));
      const { reference } = response.json();
      const row = readStore(journey.product).submissions.find((one) => one.reference === reference);
      if (!row) throw new Error(response.text);
      return row.id;
    },
    /** A page of the desk in this member's browser. */
    open: async (path: string, member: TestStaff, options: PageOptions = {}) => {
      const page = await journey.newPage(options);
      await addSession(page, journey.product, member);
      await page.goto(journey.product.url + path);
      return options.javaScriptEnabled === false ? page : ready(page);
    },
  };
}

/** The link that the command for it prints. */
export function invite({ dataDir, url }: Product, email: string): string {
  const { stdout, stderr } = spawnSync(process.execPath, ['bin/staff.ts', 'add', email], {
    cwd: root,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, SITE_URL: url },
  });
  const link = /^http\S+$/m.exec(stdout)?.[0];
  if (!link) throw new Error(stdout + stderr);
  return link;
}

/**
 * Chooses name and password on the page of an invitation, and begins to set up the second factor. Returns the address for the
 * authenticator app. The desk takes a name once, and files share a product: each has a name of its own.
 */
export async function beginToJoin(page: Page, name: string): Promise<string> {
  await page.getByLabel('Your name').fill(name);
  await page.getByLabel('Choose a password').fill(goodPassword);
  await page.getByRole('button', { name: /Go on/ }).click();
  await page.getByLabel('Your password, once more').fill(goodPassword);
  await page.getByRole('button', { name: 'Set up' }).click();
  return (await page.getByRole('link', { name: 'Open the app' }).getAttribute('href')) ?? '';
}

/**
 * Call this before a page of the desk is opened. What it returns waits until that page is hydrated and has read twice who is signed
 * in, as each document of the desk does: a session that ends before that ends the page, too.
 */
export function watchSession(page: Page): () => Promise<void> {
  let read = 0;
  page.on('requestfinished', (request) => {
    if (request.url().endsWith('/auth/session')) read += 1;
  });
  return async () => {
    await ready(page);
    await expect.poll(() => read, { message: 'who is signed in' }).toBeGreaterThanOrEqual(2);
    read = 0;
  };
}

/**
 * Waits until the inbox shows the list with these parameters. Its address changes before its list does, and the forms for search and
 * filters are then new ones, without what was typed meanwhile.
 */
export async function shownList(page: Page, parameters: Record<string, string>): Promise<void> {
  await page.locator(`a[download][href$="/desk/list.csv?${new URLSearchParams(parameters)}"]`).waitFor();
}

/** Hides a page, as another tab in front of it does, or shows it again: a hidden one is not told of what colleagues do. */
export async function setHidden(page: Page, isHidden: boolean): Promise<void> {
  await page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, isHidden);
}

/** Closes the claim on a page of the desk as finished, with a line for its claimant. */
export async function closeClaim(page: Page): Promise<void> {
  await page.getByLabel('Why, in one line that the claimant reads').fill('It is settled.');
  await page.getByRole('button', { name: /^Close: finished/ }).click();
}

/** Gives a browser page the session of a member of staff. */
export async function addSession(page: Page, product: Product, { browser }: TestStaff): Promise<void> {
  const cookies = [...browser.cookies].map(([name, value]) => ({ name, value, url: product.url }));
  await page.context().addCookies([...cookies, { name: 'kerbside_staff', value: '1', url: product.url }]);
}
