// Protects: no page of the map of pages, as HTML, has an accessibility violation: with errors, with a receipt, filled or empty.
import { routes } from 'virtual:react-router/server-build';
import { expect, test } from 'vitest';
import { languages } from '#content/roadside/languages.ts';
import { forms } from '#forms/forms.ts';
import { violationsIn } from '#testing/axe-in-node.ts';
import { aoife, bo, lukasz } from '#testing/fixtures/people.ts';
import { samples } from '#testing/fixtures/submissions.ts';
import { openSiteInNode, type Page } from '#testing/site-in-node.ts';
import { joinAsStaff } from '#testing/test-accounts.ts';

/** The addresses of all pages in a layout of the map. What has no page, such as a download, is left out. */
function pathsIn(layout: RegExp): string[] {
  return Object.values(routes).flatMap((route) =>
    route?.module.default && layout.test(route.parentId ?? '') && (route.index || route.path)
      ? [`/${(route.path ?? '').replace('*', 'no-such-page')}`]
      : [],
  );
}

/** What is wrong with pages, by their addresses. Each is the page that was asked for, with the status that it should have. */
async function problemsOf(pages: (Page & { expected?: number })[]): Promise<string[]> {
  const problems: string[] = [];
  for (const { path, status, html, expected = path.endsWith('/no-such-page') ? 404 : 200 } of pages) {
    if (status !== expected) problems.push(`${path}: status ${status} instead of ${expected}`);
    for (const violation of await violationsIn(html)) problems.push(`${path}: ${violation}`);
  }
  return problems;
}

/** One after the other, as one visitor opens them. */
async function each<T>(all: readonly T[], open: (one: T) => Promise<Page>): Promise<Page[]> {
  const pages: Page[] = [];
  for (const one of all) pages.push(await open(one));
  return pages;
}

test('no public page of any kind, nor in another language', async () => {
  const { get } = (await openSiteInNode()).visitor();
  // Services are pages of one kind, and so are guides and languages: a browser is asked for each (e2e/accessibility-of-pages.slow.test.ts).
  const ofOneKind = (path: string) => /^\/(?:services|guides)\//.exec(path)?.[0] ?? path;
  const all = pathsIn(/^site\//);
  const paths = all.filter((path) => all.find((other) => ofOneKind(other) === ofOneKind(path)) === path);
  paths.push(`/roadside?lang=${languages.at(-1)?.code}`);
  expect(paths.length).toBeGreaterThan(12);
  expect(await problemsOf(await each(paths, get))).toEqual([]);
});

test('no form that comes back with its errors, and no receipt', async () => {
  const { post } = (await openSiteInNode()).visitor();
  const withErrors = await each(forms, ({ path }) => post(path, { [forms[0]?.sections[0]?.fields[0]?.name ?? '']: 'x' }));
  expect(await problemsOf(withErrors.map((page) => ({ ...page, expected: 422 })))).toEqual([]);
  for (const { html } of withErrors) expect(html).toContain('aria-invalid="true"');
  const receipts = await each(forms, ({ name, path }) => post(path, samples.find((one) => one.formName === name)?.data ?? {}));
  expect(await problemsOf(receipts)).toEqual([]);
});

test('no page of a claim: without its link, as it came, with a start to finish, refused, withdrawn', async () => {
  const { visitor, send } = await openSiteInNode();
  const opened = async (formName: string, formData: Record<string, string>) => {
    const { link, reference } = await (await send(formName, formData)).json();
    const { get, post } = visitor();
    const { pathname } = new URL(link);
    const act = (name: string, fields: Record<string, string>) =>
      post('/your-claim', { act: name, reference, key: crypto.randomUUID(), ...fields });
    return { first: await get(pathname), act };
  };
  const start = samples.find(({ formName }) => formName === 'Roadside Start');
  const claim = await opened('Make a Claim', aoife);
  const refused = await claim.act('message', { text: '' });
  const pages = [
    ...(await each(pathsIn(/^claimant\//), visitor().get)),
    claim.first,
    (await opened(start?.formName ?? '', start?.data ?? {})).first,
    { ...refused, expected: 422 },
    await claim.act('message', { text: 'When will you call?' }),
    await claim.act('withdraw', { confirm: 'yes' }),
  ];
  expect(pages.at(-2)?.html).toContain('When will you call?');
  expect(await problemsOf(pages)).toEqual([]);
});

test('no page before somebody is signed in to the desk, nor with its errors', async () => {
  const { visitor } = await openSiteInNode();
  const { get, post } = visitor();
  const paths = pathsIn(/^desk\/auth\//);
  expect(await problemsOf(await each([...paths, '/desk/join?invitation=x', '/desk/new-password?token=x'], get))).toEqual([]);
  const wrong = { email: 'x@example.org', password: '123456123456', name: 'X', code: '123456' };
  for (const page of await each(paths, (path) => post(path, wrong))) expect(await violationsIn(page.html), page.path).toEqual([]);
});

test('no screen of a filled desk, and none of an empty one', async () => {
  const { visitor, services, send, rows } = await openSiteInNode();
  const owner = await joinAsStaff(services.auth, 'grace@kerbside.example', 'owner', 'Grace Boateng');
  const { get, post } = visitor(owner.browser);
  const paths = pathsIn(/^desk\/(?:layout|queue)\//);
  expect(paths.length).toBeGreaterThan(20);
  const ofNothing = ['/desk', '/desk/many', '/desk/all', '/desk/unsorted', '/desk/responses', '/desk/sources'];
  expect(await problemsOf(await each(ofNothing, get))).toEqual([]);

  for (const claim of [aoife, bo, lukasz]) await send('Make a Claim', claim);
  await send('Make a Claim', { ...aoife, additionalInfo: 'Again' });
  const [spam] = samples.filter(({ formName }) => formName === 'Contact Us');
  await send('Contact Us', { ...spam?.data, howDidYouFindUs: 'spam' });
  const id = rows()[0]?.id ?? '';
  const claim = `/desk/submissions/${id}`;
  const marked = await post(claim, { act: 'contact attempted', outcome: 'no-answer', seen: '0', line: 'Rang twice' });
  expect(marked.html).toContain('Rang twice');
  await post('/desk/partner-links', { act: 'add', key: crypto.randomUUID(), name: 'Bodyshop Ltd' });
  const partner = /\/desk\/partner-links\/[\w-]+/.exec((await get('/desk/partner-links')).html)?.[0] ?? '';
  const nobody = '01900000-0000-7000-8000-000000000000';
  const filled = paths.map((path) => path.replace('/desk/submissions/:id', claim).replace('/desk/partner-links/:id', partner));
  const states = [
    ...['/desk/all?list=quarantine', '/desk/all?list=due', '/desk/all?form=claim&due=soon&from=2026-01-01'],
    ...['/desk/all?q=nobody-of-that-name', `/desk/people?about=${encodeURIComponent(aoife.email ?? '')}`],
    ...[
      '/desk/responses?by=form',
      '/desk/responses?by=handler',
      `/desk/erase?submission=${id}`,
      `${claim}/merge?with=${rows()[3]?.id}`,
    ],
  ];
  const list = '/desk/responses/list?target=promise&figure=total&by=week';
  const pages = [
    marked,
    ...(await each([...filled.filter((path) => path !== '/desk/responses/list'), ...states, list], get)),
    { ...(await get(`/desk/submissions/${nobody}`)), expected: 404 },
    { ...(await post(claim, { act: 'note added', text: '' })), expected: 422 },
  ];
  expect(await problemsOf(pages)).toEqual([]);
});

test('what is planted is found', async () => {
  const page = (body: string, head = '<title>Planted</title>') =>
    `<!doctype html><html lang="en-GB"><head>${head}</head><body>${body}</body></html>`;
  const sound = '<main><h1>Planted</h1><p>Words</p></main>';
  expect(await violationsIn(page(sound))).toEqual([]);
  const planted = {
    label: '<main><h1>One</h1><input name="a"></main>',
    'heading-order': '<main><h1>One</h1><h3>Three</h3></main>',
    'landmark-unique': '<nav>A</nav><nav>B</nav><main><h1>One</h1></main>',
  };
  for (const [rule, body] of Object.entries(planted))
    expect(await violationsIn(page(body)), rule).toContainEqual(expect.stringMatching(`^${rule}: `));
  expect(await violationsIn(page(sound, ''))).toContainEqual(expect.stringMatching('^document-title: '));
});
