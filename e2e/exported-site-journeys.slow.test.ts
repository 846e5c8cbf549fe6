// Protects: claims and deploys work where nginx serves the exported site.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { aoife, lukasz } from '#testing/fixtures/people.ts';
import { freePort } from '#testing/free-port.ts';
import { request } from '#testing/http.ts';
import { type Product, startProduct } from '#testing/product.ts';
import { readStore } from '#testing/read-store.ts';
import { removeFolder } from '#testing/remove-folder.ts';
import { makeFolder } from '#testing/test-run.ts';
import { until } from '#testing/until.ts';
import { createTestPages, ready } from './harness/browser.ts';
import { exportSite } from './harness/exported-site.ts';
import { fill, submit } from './harness/fill.ts';
import { makeOtherBuild, marks } from './harness/other-build.ts';
import { installedProxies, type RunningProxy, startProxy } from './harness/proxy.ts';
import { expectBuild, siteSaved, workerState } from './harness/setup-saved-site.ts';

describe.runIf(installedProxies.includes('nginx'))('behind nginx, which serves the exported site', () => {
  const browser = createTestPages();
  let product: Product;
  let proxy: RunningProxy;
  let files: string;
  let otherFolder: string;
  let settings: Record<string, string>;

  beforeAll(async () => {
    const barePort = await freePort();
    settings = { SITE_URL: `http://127.0.0.1:${barePort}`, TRUST_PROXY: '1' };
    files = await makeFolder();
    [otherFolder, product] = await Promise.all([
      makeOtherBuild(),
      startProduct(settings),
      exportSite(files, `http://127.0.0.1:${barePort}`),
    ]);
    proxy = await startProxy('nginx', product.port, { files, barePort });
  });

  afterEach(async () => {
    await browser.closePages();
    expect(browser.errors.splice(0), 'errors in the browser').toEqual([]);
    expect(product.output(), 'violations of a policy').not.toContain('csp violation');
  });

  afterAll(async () => {
    await proxy?.stop();
    await product?.stop();
    await Promise.all([product.dataDir, files, otherFolder].map(removeFolder));
  });

  test('a claim is sent with scripts, and one without JavaScript', async () => {
    const page = await browser.newPage();
    await page.goto(`${proxy.url}/`);
    await ready(page);
    await page.getByRole('contentinfo').getByRole('link', { name: 'Make a Claim' }).click();
    await page.waitForURL('**/make-a-claim');
    await fill(page, aoife);
    await submit(page);
    await page
      .locator('.receipt, [role="status"]')
      .getByText(/[A-Z0-9]{4}-[A-Z0-9]{4}/)
      .first()
      .waitFor();

    const plain = await browser.newPage({ javaScriptEnabled: false });
    await plain.goto(`${proxy.url}/make-a-claim`);
    await fill(plain, lukasz);
    await submit(plain);
    await plain.getByText('✅ Submission Successful!', { exact: true }).waitFor();
    const names = readStore(product).submissions.map(({ form_data }) => form_data.firstName);
    expect(names.sort()).toEqual([aoife.firstName, lukasz.firstName].sort());
  });

  test('a deploy changes pages and policies in one moment, and what was saved stays whole without a network', async () => {
    const page = await browser.newPage({ savesSite: true, expected: /Failed to load resource|ERR_/ });
    const open = async (path: string) => {
      await page.goto(proxy.url + path);
      await ready(page);
    };
    await open('/');
    await siteSaved(page);
    await expectBuild(page, 'own');

    // The product changes first: its pages of the other build name assets that are no files yet.
    await product.stop();
    product = await startProduct(settings, product, otherFolder);
    await open('/faq');
    await expectBuild(page, 'own');
    const posted = await request(`${proxy.url}/contact`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: proxy.url },
      body: 'name=Ola',
    });
    expect([posted.status, posted.text.includes(marks.other)]).toEqual([422, true]);
    const [asset] = posted.text.match(/\/assets\/[\w.-]+\.js/) ?? [];
    expect((await request(proxy.url + asset)).status).toBe(200);

    await exportSite(files, proxy.url, otherFolder);
    await open('/about');
    await expectBuild(page, 'own');
    proxy.reload();
    await expect.poll(async () => (await request(`${proxy.url}/about`)).text.includes(marks.other)).toBe(true);
    // A response that takes more than three seconds is replaced by the saved page, which is of the build before.
    await until('the page of the other build', async () => {
      await open('/about');
      return page.getByRole('contentinfo').getByRole('link', { name: marks.other, exact: true }).count();
    });
    await expectBuild(page, 'other');
    await expect.poll(() => workerState(page)).toBe('waiting');

    await proxy.stop();
    await open('/make-a-claim');
    await expectBuild(page, 'own');
    proxy = await startProxy('nginx', product.port, { files, barePort: Number(new URL(proxy.url).port) });
  });
});
