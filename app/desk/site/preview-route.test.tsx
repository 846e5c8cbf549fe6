// Protects: a preview says what would be published, and never shows a page that would be gone.
import { renderToStaticMarkup } from 'react-dom/server';
import { RouterContextProvider } from 'react-router';
import { expect, test } from 'vitest';
import { deskContext } from '#app/context/context.ts';
import { createTestDesk } from '#testing/create-test-desk.ts';
import { testDatabases } from '#testing/databases.ts';
import { grace } from '#testing/fixtures/test-staff.ts';
import { postedForm } from '#testing/posted-form.ts';
import { staffContext } from '../layout/route-context.ts';
import { action } from './preview-route.ts';
import { SiteFields } from './site-fields.tsx';

const databases = testDatabases();

test('the page that was chosen is shown, another service where that is switched off, and no page of a service that is', async () => {
  const { desk } = await createTestDesk(await databases.open('sqlite'));
  const site = await desk.site(grace);
  const context = new RouterContextProvider();
  context.set(deskContext, { desk, preview: async (_: unknown, path: string) => new Response(path) } as never);
  context.set(staffContext, grace);
  const preview = async (page: string, servicesOff: string[]) => {
    const typed = { ...site.typed, servicesOff };
    const given = postedForm(renderToStaticMarkup(<SiteFields site={site} typed={typed} errors={{}} />));
    given.set('page', page);
    const request = new Request('https://kerbside.example/desk/site/preview', { method: 'POST', body: given });
    const answer = await action({ request, context } as never);
    return [answer.status, await answer.text()];
  };
  const [first, second] = site.services.map(({ slug }) => slug);
  const page = `/services/${first}`;
  expect(await preview(page, [])).toEqual([200, page]);
  expect(await preview(page, [second ?? ''])).toEqual([200, page]);
  expect(await preview(page, [first ?? ''])).toEqual([422, expect.stringContaining('would be gone')]);
  expect(await preview('https://evil.example', [])).toEqual([200, '/']);
});
