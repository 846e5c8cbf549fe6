// Protects: the form of /desk/site is read as it was rendered, with rows as many as there are, and asks in the words of the content's shapes.
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { bodyLimitBytes } from '#server/core/http/request-body.ts';
import { readSite, type SiteInDesk, sizeProblems } from '#server/web/site/edit-site.ts';
import type { TypedSite } from '#server/web/site/typed-site.ts';
import { testDatabases } from '#testing/databases.ts';
import { openTestApp } from '#testing/open-test-app.ts';
import { postedForm } from '#testing/posted-form.ts';
import { fieldOf, readSiteForm } from './read-site-form.ts';
import { SiteFields } from './site-fields.tsx';

const databases = testDatabases();

async function openForm(): Promise<SiteInDesk> {
  return readSite(await openTestApp(await databases.open('sqlite')));
}

const htmlOf = (site: SiteInDesk, typed: TypedSite) =>
  renderToStaticMarkup(<SiteFields site={{ ...site, typed }} typed={typed} errors={{}} />);

/** What a browser posts of the form with nothing typed. */
function posted(site: SiteInDesk, typed: TypedSite): FormData {
  const given = postedForm(htmlOf(site, typed));
  given.set('base', JSON.stringify(typed));
  return given;
}

const day = (index: number) => new Date(Date.UTC(2027, 0, 1 + index)).toISOString().slice(0, 10);

test('a form that nobody typed into says what the site says', async () => {
  const site = await openForm();
  expect(readSiteForm(posted(site, site.typed), site).typed).toEqual(site.typed);
});

test('rows are read as many as there are', async () => {
  const site = await openForm();
  const typed: TypedSite = {
    ...site.typed,
    notice: '<b>Snow</b> & "ice"',
    openingHours: { times: [{ from: 'Monday', to: 'Friday', opens: '09:00', closes: '24:00' }], bankHolidays: true },
    closedDays: {
      bankHolidaysOf: 'Northern Ireland',
      days: Array.from({ length: 70 }, (_, index) => ({ from: day(index), to: day(index) })),
    },
    servicesOff: [site.services[0]?.slug ?? ''],
  };
  expect(readSiteForm(posted(site, typed), site).typed).toEqual(typed);
});

test('a question goes to the place that is typed, and the others keep their order', async () => {
  const site = await openForm();
  const names = site.typed.faq.map(({ question }) => question);
  const moved = (row: number, place: string) => {
    const given = posted(site, site.typed);
    given.set(`faq.${row}.place`, place);
    return readSiteForm(given, site).typed.faq.map(({ question }) => names.indexOf(question));
  };
  expect(moved(3, '1').slice(0, 5)).toEqual([3, 0, 1, 2, 4]);
  expect(moved(0, '3').slice(0, 5)).toEqual([1, 2, 0, 3, 4]);
  expect(moved(1, '99').at(-1)).toBe(1);
  expect(moved(2, 'first')).toEqual(names.map((_, index) => index));
});

test('a service that came with a release since the form was made stays on', async () => {
  const site = await openForm();
  const given = posted({ ...site, services: site.services.slice(1) }, site.typed);
  expect(readSiteForm(given, site).typed.servicesOff).toEqual([]);
});

test('what is published can be posted again, also in a script that takes six times as much', async () => {
  const site = await openForm();
  const sizes = [...'xش'].map((letter) => {
    let typed = site.typed;
    let longest = typed;
    while (sizeProblems(typed).length === 0) {
      longest = typed;
      const another = { question: letter.repeat(60), answer: letter.repeat(500) };
      typed = { ...typed, faq: [...typed.faq, another] };
    }
    return new URLSearchParams([...posted(site, longest)] as [string, string][]).toString().length;
  });
  expect(sizes.filter((size) => size > bodyLimitBytes || size < 0.7 * bodyLimitBytes)).toEqual([]);
});

test('a question that was refused is open, with the reason in it', async () => {
  const site = await openForm();
  const question = site.typed.faq[1]?.question;
  const problem = 'content/faq.ts: faq[1].answer must not be empty.';
  const { field, message } = fieldOf(problem, site.typed);
  const html = renderToStaticMarkup(<SiteFields site={site} typed={site.typed} errors={{ [field ?? '']: message }} />);
  const [open = '', ...others] = html.split('<details').filter((part) => part.split('>')[0]?.includes('open'));
  expect([open.includes(`>${question}</summary>`), open.includes(`“${question}”: answer must not be empty.`), others]).toEqual([
    true,
    true,
    [],
  ]);
});

test.each([
  ['content/site.ts: site.address must have the postcode on its last line.', 'address'],
  ['/desk/site: notice must have 1 to 140 characters, has 141.', 'notice'],
  ['content/closed-days.ts: closedDays.days[0] must not end before it begins.', 'closedDays'],
  ['content/faq.ts: homeFaq[12].question must not be empty.', 'homeFaq.12'],
  ['content/faq.ts: faq[0] must differ.', 'faq.0'],
  ['content/faq.ts: faq must not have two questions that are alike.', 'faq'],
  ['content/site.ts: site.openingHours.times[0].opens must be a time as 08:00.', 'openingHours'],
  ['content/services: there must be at least one service.', null],
])('%s', (problem, field) => {
  expect(fieldOf(problem, { homeFaq: [], faq: [] }).field).toBe(field);
});

test('each field is asked for in the words of its shape', async () => {
  const site = await openForm();
  const words = Object.fromEntries(
    Object.entries(site.words).map(([path, own]) => [path, { ...own, title: `Title of ${path}` }]),
  );
  const html = htmlOf({ ...site, words }, { ...site.typed, openingHours: { times: [], bankHolidays: false } });
  const unnamed = Object.keys(words).filter((path) => path !== 'closedDays.days' && !html.includes(`Title of ${path}`));
  expect(unnamed).toEqual([]);
});
