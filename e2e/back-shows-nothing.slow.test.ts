// Protects: Back and Forward show nothing private once a claim was removed from a device or somebody signed out, in each browser, with its page cache on.
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { createServer } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loopbackCertificate } from '#testing/fixtures/loopback-certificate.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { freePort } from '#testing/free-port.ts';
import { openWholeChromium, wholeChromiumPath } from './browsers/chromium.ts';
import { firefoxPath, openFirefox } from './browsers/firefox.ts';
import type { OtherBrowser, Tab } from './browsers/other-browser.ts';
import { sendForm, until } from './browsers/page-tools.ts';
import { onceMoreWhenLost, openWebkit, webkitPath } from './browsers/webkit.ts';
import { createClaimantPages } from './harness/claimant-pages.ts';
import { setupDeskJourney } from './harness/desk-setup.ts';
import { createStaff } from './harness/staff-template.ts';

/** WebKit keeps a page that may not be stored in memory where it came without TLS. Chromium stores nothing where it does not know the certificate. */
const all = [
  { name: 'Chromium', path: wholeChromiumPath, openIt: openWholeChromium, isSecure: false },
  { name: 'Firefox', path: firefoxPath, openIt: openFirefox, isSecure: false },
  { name: 'WebKit', path: webkitPath, openIt: openWebkit, isSecure: true },
];
const installed = all.filter(({ name, path }) => {
  if (!path) console.warn(`${name} is not installed on this machine: Back is not tried in it.`);
  return path;
});
const ports = await Promise.all(installed.map(freePort));

test.runIf(installed.length === 0)('no browser is installed', () => {});

describe.each(installed)('$name', { retry: onceMoreWhenLost }, ({ name, path, openIt, isSecure }) => {
  const port = ports[installed.findIndex((one) => one.name === name)];
  const siteUrl = `${isSecure ? 'https' : 'http'}://127.0.0.1:${port}`;
  const { journey, send } = setupDeskJourney(isSecure ? { SITE_URL: siteUrl } : { PORT: `${port}` });
  const { sendClaim } = createClaimantPages(journey);
  const relay = createServer(loopbackCertificate, (visitor) => {
    const product = connect(journey.product.port, '127.0.0.1');
    visitor.on('error', () => product.destroy()).pipe(product);
    product.on('error', () => visitor.destroy()).pipe(visitor);
  });
  let browser: OtherBrowser;

  beforeAll(async () => {
    if (isSecure) await once(relay.listen(port, '127.0.0.1'), 'listening');
    browser = await openIt(path as string);
  });

  afterAll(async () => {
    await browser?.close();
    relay.close();
  });

  /** Everything in the page, with what is in its fields. */
  const contentOf = (tab: Tab) =>
    tab.run(() => {
      const typed = [...document.querySelectorAll<HTMLInputElement>('input, textarea')].map(({ value }) => value);
      return document.documentElement.outerHTML + typed;
    });

  async function visit(tab: Tab, url: string, scripts: boolean): Promise<void> {
    await tab.open(url);
    if (scripts) await until(tab, () => document.documentElement.hasAttribute('data-ready'));
  }

  /** A tab, and a walk back to its first page and forward again that lists the pages which show something. */
  async function openTab(scripts: boolean) {
    const tab = await browser.newTab({ scripts });
    await visit(tab, `${siteUrl}/desk/sign-in`, scripts);
    const first = await tab.run(() => history.length);
    const pagesThatShow = async (secret: string) => {
      const shown: string[] = [];
      const steps = Array((await tab.run(() => history.length)) - first);
      for (const by of [...steps.fill(-1), ...steps.map(() => 1)] as (-1 | 1)[]) {
        await tab.step(by);
        // Long enough for a page to be shown, and for its scripts; on a busy machine it may still be coming.
        await pause(1_000);
        await until(tab, () => document.readyState === 'complete');
        if ((await contentOf(tab)).includes(secret)) shown.push(await tab.run(() => location.pathname));
      }
      return shown;
    };
    return { tab, pagesThatShow };
  }

  test.each([true, false])('a claim that was removed from this device (scripts: %s)', async (scripts) => {
    const secret = `Zebedee${crypto.randomUUID().slice(0, 8)}`;
    const { link } = await sendClaim({ firstName: secret });
    const { tab, pagesThatShow } = await openTab(scripts);
    // Without scripts browsers put back what was typed into a form, which no page can prevent: docs/security.md.
    if (scripts) {
      await visit(tab, `${siteUrl}/make-a-claim`, scripts);
      await tab.click('main [name="firstName"]');
      await tab.type(secret);
      await visit(tab, `${siteUrl}/roadside`, scripts);
      await sendForm(tab, { name: secret, phone: '07700 900321', locationOfAccident: 'M4 J4', consent: 'yes' });
      await until(tab, () => document.querySelector('.receipt-reference') !== null);
    }
    await visit(tab, link.replace(journey.product.url, siteUrl), scripts);
    expect(await contentOf(tab)).toContain(secret);
    await tab.click('form[action$="/your-claim/remove"] button');
    await until(tab, () => location.search === '?link=removed' && document.readyState === 'complete');
    // WebKitGTK deletes what is stored by the page's script: docs/browsers.md.
    if (scripts) await until(tab, () => document.documentElement.hasAttribute('data-ready'));
    expect(await pagesThatShow(secret)).toEqual([]);
  });

  test.each([true, false])('pages of the desk after signing out (scripts: %s)', async (scripts) => {
    const id = await send({ ...aoife, firstName: 'Backwards', additionalInfo: crypto.randomUUID() });
    const { tab, pagesThatShow } = await openTab(scripts);
    const member = `${name}-${scripts}-${crypto.randomUUID().slice(0, 8)}@kerbside.example`.toLowerCase();
    const { browser: own } = await createStaff({ ...journey.product, url: siteUrl }, member);
    await tab.addCookies(new Map([...own.cookies, ['kerbside_staff', '1']]), siteUrl);
    for (const page of ['/desk/all', `/desk/submissions/${id}`]) {
      await visit(tab, siteUrl + page, scripts);
      expect(await contentOf(tab)).toContain('Backwards');
    }
    await tab.click('form[action="/desk/sign-out"] button');
    await until(tab, () => location.search === '?signed-out' && document.readyState === 'complete');
    expect(await pagesThatShow('Backwards')).toEqual([]);
  });
});
