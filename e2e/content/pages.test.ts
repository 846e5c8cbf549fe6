// Protects: every page has its title, headings, cost notice, menus and footer without scripts.
import { beforeAll, describe, expect, test } from 'vitest';
import { complaints } from '#content/complaints.ts';
import { faq, homeFaq } from '#content/faq.ts';
import { privacyInShort } from '#content/legal.ts';
import { noCostFull } from '#content/no-cost.ts';
import { site } from '#content/site.ts';
import { callLabel } from '#content/stated-hours.ts';
import { hasNewsletter, hasSamples, socialAddresses, socialNames } from '#content/switches.ts';
import { sampleBrand } from '../../bin/launch/content-check.ts';
import { loadFolder } from '../../build-tools/load-content.ts';
import { linksIn, readPage, type SitePage, textOf } from '../harness/html.ts';
import { setupJourney } from '../harness/journey.ts';
import { guides, nowhere, oneService, routes, services } from '../harness/site-paths.ts';

const journey = setupJourney();
const brand: string = site.brand;
let pages: SitePage[] = [];

beforeAll(async () => {
  pages = await Promise.all([...routes, nowhere].map((path) => readPage(journey.product, path)));
});

const page = (path: string) => pages.find((one) => one.path === path)?.document as Document;

test('every route of the specification is a page with one heading, a title and a description of its own, and an unknown address is a 404', () => {
  for (const { path, status, headers, document } of pages) {
    expect(status, path).toBe(path === nowhere ? 404 : 200);
    expect(headers['content-type'], path).toMatch(/^text\/html; ?charset=utf-8/i);
    expect(document.querySelectorAll('h1'), path).toHaveLength(1);
    for (const landmark of ['header.site-header', 'main', 'footer.site-footer'])
      expect(document.querySelectorAll(landmark), `${path}: ${landmark}`).toHaveLength(1);
    const levels = [...document.querySelectorAll('h1, h2, h3, h4, h5, h6')].map(({ tagName }) => Number(tagName[1]));
    const skipped = levels.filter((level, index) => level > (levels[index - 1] ?? 0) + 1);
    expect(skipped, `headings of ${path} that skip a level: ${levels}`).toEqual([]);
    // Search engines show no more.
    expect(document.title.length, `${path}: ${document.title}`).toBeLessThanOrEqual(60);
    expect(descriptionOf(document).length, `${path}: ${descriptionOf(document)}`).toBeLessThanOrEqual(155);
    if (path === nowhere) continue;
    expect(descriptionOf(document), path).not.toBe('');
    expect(linksIn(document, '[rel="canonical"]')).toEqual([journey.product.url + path]);
    if (brand.length <= sampleBrand.length) expect(document.title, path).toContain(brand);
  }
  for (const fact of [descriptionOf, ({ title }: Document) => title])
    expect(new Set(routes.map((path) => fact(page(path)))).size).toBe(routes.length);
  expect(textOf(page(nowhere), 'h1')).toBe('Page Not Found');
  expect(textOf(page(nowhere), 'main a[href="/"]')).toBe('Go Back to Homepage');
});

test('every page is reached from the home page by links alone, also with a slash too many at the end', async () => {
  const reached = new Set(['/']);
  for (const path of reached) {
    for (const link of linksIn(page(path), 'a[href^="/"]')) {
      const [target = ''] = link?.split(/[#?]/) ?? [];
      if (routes.includes(target)) reached.add(target);
    }
  }
  expect([...reached].toSorted()).toEqual(routes.toSorted());
  const { status, headers } = await journey.product.request(`${oneService}/`);
  expect([status, headers.location]).toEqual([308, oneService]);
});

test('a page that says there is nothing to pay, or no cost, has the whole cost notice', () => {
  const promise = /no (?:up-?front )?(?:hire )?cost|nothing (?:to pay|up front)|pay nothing/i;
  const { title, lead, points, rest } = noCostFull;
  const notice = [title, lead, ...points, rest];
  const promising = routes.filter((path) => {
    const words = textOf(page(path));
    if (!promise.test(notice.reduce((left, part) => left.replaceAll(part, ''), words))) return false;
    for (const part of notice) expect(words, path).toContain(part);
    return true;
  });
  // A business of its own may promise it nowhere.
  if (brand === sampleBrand) expect(promising).toEqual(expect.arrayContaining(['/', '/services/credit-hire']));
});

test('each guide says when it was reviewed, of what law and on what it rests, is an article of the business, and is found from elsewhere', async () => {
  const sitemap = (await journey.product.request('/sitemap.xml')).text;
  for (const { slug, frontMatter } of await loadFolder(process.cwd(), 'content/guides')) {
    const path = `/guides/${slug}`;
    const guide = page(path);
    expect(textOf(guide), path).toContain(`General information for ${frontMatter.law}, not legal advice.`);
    const reviewed = guide.querySelector('main time')?.getAttribute('datetime');
    expect(textOf(guide), path).toMatch(/Last reviewed on \d/);
    const data = [...guide.querySelectorAll('script[type="application/ld+json"]')].map((one) => JSON.parse(one.textContent));
    const article = { '@type': 'Article', url: journey.product.url + path, dateModified: reviewed };
    expect(data, path).toContainEqual(expect.objectContaining(article));
    expect(data.find((one) => one['@type'] === 'BreadcrumbList')?.itemListElement, path).toHaveLength(3);
    expect(textOf(guide, 'h2#sources'), path).toBe('Sources');
    expect(sitemap).toContain(`${journey.product.url}${path}<`);
    for (const from of ['/guides', '/']) expect(linksIn(page(from), 'main li a'), from).toContain(path);
    expect(services.filter((service) => linksIn(page(service), 'main a').includes(path)).length, path).toBeGreaterThan(0);
  }
  for (const path of ['/faq', '/']) expect(linksIn(page(path), 'a')).toContain('/guides');
  expect(guides.length).toBeGreaterThan(0);
});

test('sample reviews are kept out of search results and the sitemap', async () => {
  const sitemap = (await journey.product.request('/sitemap.xml')).text;
  const isHidden = page('/reviews').querySelector('meta[name="robots"][content="noindex"]') !== null;
  expect([isHidden, !sitemap.includes('/reviews<')]).toEqual([hasSamples, hasSamples]);
  expect(sitemap).toContain(`${journey.product.url}/faq<`);
});

test('questions are closed, and of one name, of which browsers open one at a time; so are the lists of the privacy notice', () => {
  for (const [path, count] of [
    ['/', homeFaq.length],
    ['/faq', faq.length],
    ['/complaints', complaints.length],
  ] as const) {
    const items = [...page(path).querySelectorAll('main details[name]')];
    expect(items, path).toHaveLength(count);
    expect(new Set(items.map((item) => item.getAttribute('name'))).size, path).toBe(Math.min(count, 1));
    expect(
      items.filter((item) => item.matches('[open]') || !item.querySelector(':scope > summary')),
      path,
    ).toEqual([]);
  }
  const lists = [...page('/complaints').querySelectorAll('main details:not([name], [open])')].map(
    ({ textContent }) => textContent,
  );
  for (const { title, points = [] } of privacyInShort.filter((part) => part.points))
    expect(
      lists.filter((list) => list?.startsWith(`${title}, in full`) && list.includes(points[0] ?? '')),
      title,
    ).toHaveLength(1);
});

test('both menus are popovers that browsers open without scripts, and lead to every service and every screen of the navigation', () => {
  for (const { document, path } of pages) {
    for (const id of ['mobile-menu', 'services-menu']) {
      expect(document.querySelectorAll(`button[popovertarget="${id}"][aria-controls="${id}"]`), path).toHaveLength(1);
      expect(linksIn(document, `#${id}[popover] a[href^="/services/"]`), path).toEqual(services);
    }
    for (const menu of ['.main-navigation', '#mobile-menu'])
      expect(linksIn(document, `${menu} a`), path).toEqual(
        expect.arrayContaining(['/', '/about', '/services', '/partners', '/contact']),
      );
    expect(textOf(document, '#mobile-menu details:not([open]) > summary'), path).toBe('Services');
  }
});

describe('the bar at the foot of a phone', () => {
  const bar = (path: string) => linksIn(page(path), '.mobile-action-bar a');
  test('calls and leads to the claim form, and beside a form helps to finish: by a call or by WhatsApp', () => {
    expect(bar('/about')).toEqual([`tel:${site.helpline.tel}`, '/make-a-claim']);
    expect(textOf(page('/about'), '.mobile-action-bar a')).toBe(callLabel);
    for (const path of ['/make-a-claim', '/roadside'])
      expect(bar(path)).toEqual([`tel:${site.helpline.tel}`, site.whatsapp.href]);
  });
});

describe('the footer', () => {
  const footer = () => page('/').querySelector('footer.site-footer') as Element;

  test('leads where the specification says, and the page of privacy and terms to each of them', () => {
    const links = [...footer().querySelectorAll('nav a')].map((link) => [link.textContent, link.getAttribute('href')]);
    for (const link of [
      ['Services', '/services'],
      ['Make a Claim', '/make-a-claim'],
      ['FAQ', '/faq'],
      ['Complaints Procedure', '/complaints'],
      ['Privacy Policy', '/complaints'],
      ['Terms of Service', '/complaints'],
    ])
      expect(links).toContainEqual(link);
    expect(links.map(([, href]) => href)).toContain('/about');
    expect(footer().textContent).toContain(site.town);
    expect(footer().querySelector('a[href^="tel:"]')).not.toBeNull();
    expect(footer().textContent).toContain(`© ${new Date().getFullYear()} ${brand}`);
    for (const id of ['privacy', 'terms']) {
      expect(linksIn(page('/complaints'), 'main a')).toContain(`#${id}`);
      expect(page('/complaints').querySelectorAll(`section#${id} :is(h2, h3)`).length, id).toBeGreaterThan(0);
    }
  });

  test('has the social profiles and the newsletter of content/site.ts; what is a placeholder sends nothing, also without scripts', () => {
    const icons = [...footer().querySelectorAll('ul[aria-label="Social media"] > li > *')];
    const drawn = ['Facebook', 'Instagram', 'LinkedIn', 'X'];
    expect(icons.map((icon) => (icon.querySelector('svg') ? 'drawn' : icon.textContent))).toEqual(
      // A network without a drawing is shown by its name.
      socialNames.map((name) => (drawn.includes(name) ? 'drawn' : name)),
    );
    for (const [index, name] of socialNames.entries()) {
      const href = socialAddresses[index];
      const [tag, label] = href ? ['A', `${name} (opens in a new tab)`] : ['BUTTON', name];
      expect([icons[index]?.tagName, icons[index]?.getAttribute('aria-label')]).toEqual([tag, label]);
      const attributes = (href ? ['href', 'target', 'rel'] : ['type', 'data-in-progress']).map((attribute) =>
        icons[index]?.getAttribute(attribute),
      );
      expect(attributes).toEqual(href ? [href, '_blank', 'noopener noreferrer'] : ['button', 'true']);
    }
    const newsletter = [...footer().querySelectorAll('form')];
    expect(newsletter).toHaveLength(hasNewsletter ? 1 : 0);
    for (const form of newsletter) {
      expect(form.matches('[method="dialog"][data-in-progress]')).toBe(true);
      expect(form.querySelectorAll('input[type="email"][required]')).toHaveLength(1);
    }
  });
});

test('files of the build cannot be read as pages', async () => {
  const inside = [
    '/index.html',
    '/about/index.html',
    '/assets',
    '/assets/',
    '/../package.json',
    '/.fingerprint',
    '/server/main.mjs',
  ];
  for (const path of inside) expect((await journey.product.request(path)).status, path).toBe(404);
});

function descriptionOf(document: Document): string {
  return document.querySelector('meta[name="description"]')?.getAttribute('content') ?? '';
}
