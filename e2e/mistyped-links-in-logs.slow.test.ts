// Protects: no log has the token of a link, however it is typed, nor what names a person.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aoife } from '#testing/fixtures/people.ts';
import { jsonPost, request } from '#testing/http.ts';
import { type Product, startProduct } from '#testing/product.ts';
import { removeFolder } from '#testing/remove-folder.ts';
import { makeFolder } from '#testing/test-run.ts';
import { until } from '#testing/until.ts';
import { invite } from './harness/desk-setup.ts';
import { exportSite } from './harness/exported-site.ts';
import { installedFileServers, installedProxies, type RunningProxy, siteDomain, startProxy } from './harness/proxy.ts';

const siteUrl = `https://${siteDomain}`;
const asVisitor = { Host: siteDomain };

const ways = [
  ...installedProxies.map((name) => ({ name, isExported: false })),
  ...installedFileServers.map((name) => ({ name, isExported: true })),
];

test.runIf(ways.length === 0)('none of nginx, Caddy and HAProxy is installed', () => {});

/** Addresses in which staff search, and what an email or a scanner makes of an address and a number. */
const aboutPeople = [
  "/desk?q=Aoife+O'Neil",
  '/desk.data?q=Aoife',
  `/desk/people?about=${aoife.email}`,
  '/desk/people?about=07700+900101',
  `/unsubscribe?email=${aoife.email}`,
  `/mailto:${aoife.email}`,
  '/tel:07700%20900101',
];

/** A path with a secret in it as people, mail programs and attackers type it. */
function mistyped(path: string): string[] {
  const [, first = '', rest = ''] = /^\/([^/]+)(.*)$/s.exec(path) ?? [];
  const after = ['', '/', '//', '.', ')', ';x', ',', '%20', '.data', '%2f', '%C3%A9', '?a=1', '#x', '/more'].map(
    (end) => `${path}${end}`,
  );
  const before = [`//${first}${rest}`, `/.//${first}${rest}`, `/x/../${first}${rest}`, `/%2f${first}${rest}`];
  const letters = [`/${first.toUpperCase()}${rest}`, `/${first.charAt(0).toUpperCase()}${first.slice(1)}${rest}`];
  return [...after, ...before, ...letters, `/${first}/${rest}`];
}

describe.each(ways)('the logs of $name, with the exported site: $isExported', ({ name, isExported }) => {
  let files = '';
  let [product, proxy]: [Product?, RunningProxy?] = [];
  let logged = '';
  const failed = name === 'caddy' ? /connect.*\/healthz/s : /"GET \/healthz HTTP[^"]*" 50[23]/;
  const secrets = {
    claim: '',
    invitation: '',
    reset: 'tRam-velvet_9orbit-tRam-velvet_9orbit-9',
    signed: '',
    /** No secret of ours, but who sent a visitor. */
    partner: 'joes-garage-of-croydon-and-sutton',
  };

  beforeAll(async () => {
    product = await startProduct({ SITE_URL: siteUrl, TRUST_PROXY: '1' });
    files = await makeFolder();
    if (isExported) await exportSite(files, siteUrl);
    proxy = await startProxy(name, product.port, { isLogged: true, ...(isExported && { files }) });
    const sent = await product.request(
      '/functions/v1/send-form-email',
      jsonPost({ formName: 'Make a Claim', formData: aoife }, { Origin: siteUrl }),
    );
    secrets.claim = String(sent.json().link).split('/').at(-1) ?? '';
    secrets.invitation =
      new URL(invite({ ...product, url: siteUrl }, 'olu@kerbside.example')).searchParams.get('invitation') ?? '';
    secrets.signed = `${crypto.randomUUID()}.0.1795000000.${secrets.invitation}`;
    const paths = [
      ...mistyped(`/your-claim/${secrets.claim}`),
      ...[`/${secrets.claim}`, `/yourclaim/${secrets.claim}`, `/your-claim/${secrets.claim}%`],
      ...[`/claim=${secrets.claim}`, `/%20${secrets.claim}`],
      ...mistyped(`/desk/join?invitation=${secrets.invitation}`),
      ...mistyped(`/desk/new-password?token=${secrets.reset}`),
      ...mistyped(`/storage/v1/object/sign/evidence/x?token=${secrets.signed}`),
      ...mistyped(`/r/${secrets.partner}`),
      ...mistyped(`/make-a-claim?via=${secrets.partner}`),
    ];
    await askAll([...paths, ...aboutPeople, `/?${secrets.claim}`, `/faq?q=${secrets.claim}`]);
    await Promise.all([...paths, ...aboutPeople].map((path) => ask('/services', { Referer: `${siteUrl}${path}` })));
    await ask('/faq');
    await product.stop();
    // What cannot be passed on is in Caddy's log of errors.
    await askAll([...paths, ...aboutPeople, `/?${secrets.claim}`]);
    await ask('/healthz');
    await until('the last of it in the log', () => failed.test(proxy?.logged() ?? ''));
    logged = proxy.logged();
  });

  afterAll(async () => {
    await proxy?.stop();
    await product?.stop();
    for (const folder of [files, product?.dataDir]) if (folder) await removeFolder(folder);
  });

  const ask = (path: string, headers = {}) =>
    request(`${proxy?.url}${path}`, { headers: { ...asVisitor, ...headers } }).catch(() => null);

  const askAll = (paths: string[]) => Promise.all(paths.map((path) => ask(path)));

  test.each(['claim', 'invitation', 'reset', 'signed', 'partner'] as const)('have nothing of a link: %s', (kind) => {
    expect(secrets[kind].length).toBeGreaterThan(30);
    const beginning = secrets[kind].slice(0, 20).toLowerCase();
    expect(logged.split('\n').filter((line) => line.toLowerCase().includes(beginning))).toEqual([]);
  });

  test.each(['Aoife', 'Neil', String(aoife.email), '900101'])('have no %s', (word) => {
    expect(
      decodeURIComponent(logged.replaceAll(/%(?![0-9a-f]{2})/gi, '%25'))
        .split('\n')
        .filter((line) => line.includes(word)),
    ).toEqual([]);
  });

  test('have what else was asked for, and what failed', () => {
    expect(logged).toMatch(/\/faq/);
    expect(logged).toMatch(failed);
  });
});
