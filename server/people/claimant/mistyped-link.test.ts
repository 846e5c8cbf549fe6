// Protects: a mistyped link shows no claim.
import { RouterContextProvider } from 'react-router';
import { expect, test } from 'vitest';
import { loader } from '#app/claimant/your-claim-page.tsx';
import { claimantContext } from '#app/context/context.ts';
import { createTestApp, type TestApp } from '#testing/create-test-app.ts';
import { sampleClaims } from '#testing/fixtures/submissions.ts';

const [{ formName, data }] = sampleClaims;

/** The page of a claim behind the whole app, which returns the data of its loader in place of the page. */
async function openPage() {
  const holder: { services?: TestApp['services'] } = {};
  const testApp = await createTestApp(
    {},
    {
      render: async (request) => {
        const context = new RouterContextProvider(new Map([[claimantContext, holder.services?.claimant]]));
        return Response.json(await loader({ request, context } as unknown as Parameters<typeof loader>[0]));
      },
    },
  );
  holder.services = testApp.services;
  return testApp;
}

test('a mistyped link shows no claim in a browser that opened another claim before', async () => {
  const { app, send } = await openPage();
  const { link, reference } = await (await send(formName, data)).json();
  const cookie = (await app.request(link)).headers.get('set-cookie')?.split(';')[0] ?? '';
  const show = async (path: string) => (await app.request(path, { headers: { Cookie: cookie } })).text();
  expect(await show('/your-claim')).toContain(reference);

  const mistyped = await app.request(link.slice(0, -1), { headers: { Cookie: cookie } });
  const page = await show(mistyped.headers.get('location') ?? '');
  expect(JSON.parse(page)).toMatchObject({ state: { kind: 'unknown' }, isWrongLink: true });
  expect(page).not.toContain(reference);
  expect(await show('/your-claim'), 'the claim of the cookie, opened again').toContain(reference);
});
