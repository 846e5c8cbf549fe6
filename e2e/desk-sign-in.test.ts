// Protects: staff join and sign in with two factors, what fails is said and keeps what was typed, and public pages know nothing of it.
import { expect, test } from 'vitest';
import { codeFor, goodPassword } from '#testing/test-accounts.ts';
import { ready } from './harness/browser.ts';
import { beginToJoin, invite } from './harness/desk-setup.ts';
import { setupJourney } from './harness/journey.ts';

const journey = setupJourney();
const email = 'olu@kerbside.example';

test('an invited member of staff joins, signs out, and signs in again with password and code over what fails', async () => {
  const page = await journey.newPage({ expected: /status of (401|403|422|503)|Failed to load/ });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(`${journey.product.url}/make-a-claim`, { waitUntil: 'networkidle' });
  const scripts = [...new Set(asked.filter((path) => path.endsWith('.js')))];
  expect(scripts.length).toBeGreaterThan(1);
  expect(scripts.filter((path) => /claim-form|your-claim|upload/.test(path))).toEqual([]);
  expect(asked.filter((path) => path.startsWith('/auth/'))).toEqual([]);
  const texts = await Promise.all(scripts.map(async (path) => (await journey.product.request(path)).text));
  expect(texts.filter((text) => /auth\/sign|authenticator app/.test(text))).toEqual([]);

  await page.goto(invite(journey.product, email));
  const uri = await beginToJoin(page, 'Olu Bello');
  expect(await page.locator('.recovery-codes li').count()).toBe(10);
  await page.getByLabel('Six digits').fill('000000');
  await page.getByRole('button', { name: /finish/ }).click();
  await page.getByRole('alert').filter({ hasText: 'That code is not right' }).waitFor();
  expect(await page.getByRole('link', { name: 'Open the app' }).getAttribute('href')).toBe(uri);
  await page.getByLabel('Six digits').fill(codeFor(uri));
  await page.getByRole('button', { name: /finish/ }).click();
  await page.getByRole('heading', { name: 'Queue' }).waitFor();

  await page.route('**/auth/sign-out', (route) => route.fulfill({ status: 503, contentType: 'application/json', body: '{}' }));
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.locator('.notice').filter({ hasText: 'Sign out Failed' }).getByText('Something went wrong').waitFor();
  await page.unroute('**/auth/sign-out');
  const session = page.waitForResponse(/\/auth\/session$/);
  await page.goto(`${journey.product.url}/about`);
  expect(await (await session).json(), 'a public page, signed in').toMatchObject({
    user: { email },
    session: { complete: true },
  });

  await page.goto(`${journey.product.url}/desk/all?list=new`);
  await ready(page);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByText('You are signed out.').waitFor();
  await page.goto(`${journey.product.url}/desk/all?list=new`);
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await ready(page);
  const signIn = page.getByRole('button', { name: 'Sign in', exact: true });
  const notice = page.locator('.notice').filter({ hasText: 'Sign in Failed' });
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill('not the password');
  await signIn.click();
  await page.getByRole('alert').filter({ hasText: 'The email or the password is not right.' }).waitFor();
  await notice.waitFor();
  for (const answer of ['abort', 'another server'] as const) {
    await page.getByLabel('Password').fill(goodPassword);
    const asked = Promise.withResolvers<void>();
    await page.route('**/desk/sign-in.data*', (route) => {
      asked.resolve();
      return answer === 'abort' ? route.abort() : route.fulfill({ status: 403, contentType: 'text/html', body: '<h1>No</h1>' });
    });
    await signIn.click();
    // The alert of the answer before is shown until this one has come.
    await asked.promise;
    await page.getByRole('alert').filter({ hasText: 'Something went wrong' }).waitFor();
    await expect.poll(() => signIn.isEnabled(), { message: answer }).toBe(true);
    expect(await page.getByLabel('Email').inputValue()).toBe(email);
    expect(await page.getByLabel('Password').inputValue()).toBe(goodPassword);
    await page.unroute('**/desk/sign-in.data*');
  }
  await signIn.click();
  await page.getByLabel('Code from your authenticator app').fill(codeFor(uri, Date.now() + 30_000));
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.getByRole('heading', { name: 'All claims' }).waitFor();
  expect(new URL(page.url()).search).toBe('?list=new');
});
