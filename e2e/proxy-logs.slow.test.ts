// Protects: the logs of a day's work behind nginx hold no token and no name.
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aoife } from '#testing/fixtures/people.ts';
import { request } from '#testing/http.ts';
import { type MailServer, startMailServer } from '#testing/mail-server.ts';
import { type Product, startProduct } from '#testing/product.ts';
import { removeFolder } from '#testing/remove-folder.ts';
import { codeFor } from '#testing/test-accounts.ts';
import { makeFolder } from '#testing/test-run.ts';
import { until, waitLimitMs } from '#testing/until.ts';
import { ready } from './harness/browser.ts';
import { beginToJoin, invite } from './harness/desk-setup.ts';
import { exportSite } from './harness/exported-site.ts';
import { fill, submit } from './harness/fill.ts';
import { installedProxies, type RunningProxy, siteDomain, startProxy } from './harness/proxy.ts';

const siteUrl = `https://${siteDomain}`;
const email = 'olu@kerbside.example';
const failed = /"GET \/healthz HTTP[^"]*" 502/;
const newPassword = 'velvet orbit tram 12';

const ways = installedProxies.includes('nginx') ? ['passes everything on', 'serves the exported site'] : [];

test.runIf(ways.length === 0)('nginx is not installed', () => {});

describe.each(ways)("nginx's logs after a day's work, where it %s", (way) => {
  const isExported = way === 'serves the exported site';
  let files = '';
  let [product, proxy, mailServer, browser]: [Product?, RunningProxy?, MailServer?, Browser?] = [];
  let logged = '';
  const links = { invitation: '', reset: '', claim: '' };

  beforeAll(async () => {
    mailServer = await startMailServer();
    product = await startProduct({ SITE_URL: siteUrl, TRUST_PROXY: '1', SMTP_URL: mailServer.url });
    files = await makeFolder();
    if (isExported) await exportSite(files, siteUrl);
    proxy = await startProxy('nginx', product.port, isExported ? { files } : {});
    browser = await chromium.launch({
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: ['--no-sandbox', `--host-resolver-rules=MAP ${siteDomain}:443 ${new URL(proxy.url).host}, MAP * ~NOTFOUND`],
    });
    const context = await browser.newContext({ ignoreHTTPSErrors: true });
    context.setDefaultTimeout(waitLimitMs);
    await work(context, { product, mailServer });
    await product.stop();
    // Requests to a server that is away.
    for (const link of Object.values(links)) await ask(link.slice(siteUrl.length));
    for (const path of [
      "/desk?q=Aoife+O'Neil",
      '/desk.data?q=Quorra',
      `/desk/people?about=${aoife.email}`,
      '/desk/people?about=07700+900101',
      '/make-a-claim?via=Northside',
      `/unsubscribe?email=${aoife.email}`,
      `/mailto:${aoife.email}`,
      '/tel:07700%20900101',
      '/services',
    ])
      await ask(path);
    for (const from of ["/desk?q=Aoife+O'Neil", '/make-a-claim?via=Northside']) await ask('/auth/session', siteUrl + from);
    await ask('/healthz');
    for (const link of Object.values(links))
      await request(proxy.plainUrl + link.slice(siteUrl.length), { headers: { Host: siteDomain } });
    await until('the last of it in the log', () => failed.test(proxy?.logged() ?? ''));
    logged = decodeURIComponent(
      proxy
        .logged()
        .replaceAll('+', ' ')
        .replaceAll(/%(?![0-9a-f]{2})/gi, '%25'),
    );
  });

  afterAll(async () => {
    await browser?.close();
    await proxy?.stop();
    await product?.stop();
    await mailServer?.close();
    for (const folder of [files, product?.dataDir]) if (folder) await removeFolder(folder);
  });

  const ask = (path: string, from?: string) =>
    request(`${proxy?.url}${path}`, { headers: { Host: siteDomain, ...(from && { Referer: from }) } });

  async function work(context: BrowserContext, { product, mailServer }: { product: Product; mailServer: MailServer }) {
    const page = await context.newPage();
    links.claim = await claim(page);
    await open(page, links.claim);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(page.url()).toBe(`${siteUrl}/your-claim`);

    links.invitation = invite({ ...product, url: siteUrl }, email);
    const uri = await join(page, links.invitation);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('You are signed out.').waitFor();
    links.reset = await resetPassword(page, mailServer);
    await signIn(page, uri);
    await lookUp(page);
  }

  async function claim(page: Page): Promise<string> {
    await open(page, `${siteUrl}/make-a-claim?via=Northside%20Garage`);
    await fill(page, aoife);
    await submit(page);
    return (await page.getByRole('link', { name: /^Your claim:/ }).getAttribute('href')) ?? '';
  }

  async function join(page: Page, link: string): Promise<string> {
    await open(page, link);
    expect(page.url()).toBe(`${siteUrl}/desk/join`);
    expect(await page.content()).not.toContain(tokenOf(link));
    const uri = await beginToJoin(page, 'Olu Adeyemi');
    await page.getByLabel('Six digits').fill(codeFor(uri));
    await page.getByRole('button', { name: /finish/ }).click();
    await page.getByRole('heading', { name: 'Queue' }).waitFor();
    return uri;
  }

  async function resetPassword(page: Page, mailServer: MailServer): Promise<string> {
    await open(page, `${siteUrl}/desk/forgotten`);
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Send me a link' }).click();
    const received = await mailServer.waitForEmail(({ envelope }) => envelope.to.includes(email));
    const link = /http\S+new-password\S+/.exec(received.text ?? '')?.[0] ?? '';
    await open(page, link);
    expect(page.url()).toBe(`${siteUrl}/desk/new-password`);
    expect(await page.content()).not.toContain(tokenOf(link));
    await page.getByLabel('New password').fill(newPassword);
    await page.getByRole('button', { name: 'Change it' }).click();
    await page.getByText('Your password was changed.').waitFor();
    return link;
  }

  async function signIn(page: Page, uri: string) {
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(newPassword);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByLabel('Code from your authenticator app').fill(codeFor(uri, Date.now() + 30_000));
    await page.getByRole('button', { name: 'Go on' }).click();
    await page.getByRole('heading', { name: 'Queue' }).waitFor();
  }

  /** Searches for a claim by name, and for the data held about a person, by each kind of contact. */
  async function lookUp(page: Page) {
    await open(page, `${siteUrl}/desk?q=${encodeURIComponent("Aoife O'Neil")}`);
    await page.getByRole('link', { name: "Aoife O'Neil" }).first().click();
    await page.getByRole('heading', { level: 1, name: "Aoife O'Neil" }).waitFor();
    for (const contact of [aoife.phone ?? '', aoife.email ?? '']) {
      await open(page, `${siteUrl}/desk/people`);
      await page.getByLabel('Their email address or phone number, in full').fill(contact);
      await page.getByRole('button', { name: 'Find' }).click();
      await page.getByText('One submission.').waitFor();
      expect(page.url()).toBe(`${siteUrl}/desk/people`);
    }
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export to read' }).click();
    expect((await download).suggestedFilename()).toMatch(/\.txt$/);
    await page.getByRole('button', { name: 'Erase all of it…' }).click();
    await page.getByRole('heading', { name: 'Erase one submission?' }).waitFor();
    expect(page.url()).toBe(`${siteUrl}/desk/erase`);
  }

  test('have no token of a link', () => {
    for (const [name, link] of Object.entries(links)) {
      expect(tokenOf(link), name).toMatch(/^[\w-]{20,}$/);
      expect(linesWith(tokenOf(link)), name).toEqual([]);
    }
  });

  test.each([
    ['name of a claimant', ['Aoife', "O'Neil", 'Quorra']],
    ['email address', [aoife.email ?? '', email]],
    ['phone number', [aoife.phone ?? '', '07700900101']],
    ['name of who sent a visitor', ['Northside', 'Garage']],
  ])('have no %s', (_, secrets) => {
    for (const secret of secrets) expect(linesWith(secret)).toEqual([]);
  });

  test('have what else was asked for, and what failed', () => {
    expect(logged).toMatch(/"GET \/assets\/[^ ]+ HTTP[^"]*" 200/);
    expect(logged).toMatch(isExported ? /"GET \/services HTTP[^"]*" 200/ : /"GET \/services HTTP[^"]*" 502/);
    expect(logged).toMatch(failed);
  });

  const linesWith = (secret: string) => logged.split('\n').filter((line) => line.includes(secret));
});

async function open(page: Page, url: string) {
  await page.goto(url);
  await ready(page);
}

function tokenOf(link: string): string {
  return /[\w-]+$/.exec(link)?.[0] ?? '';
}
