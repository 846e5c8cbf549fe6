// Protects: to load the page again that a form of partner links answered with does nothing a second time.
import { RouterContextProvider } from 'react-router';
import { expect, test } from 'vitest';
import { deskContext } from '#app/context/context.ts';
import { createTestDesk } from '#testing/create-test-desk.ts';
import { testDatabases } from '#testing/databases.ts';
import { grace } from '#testing/fixtures/test-staff.ts';
import { staffContext } from '../layout/route-context.ts';
import { action, loader } from './partner-links-page.tsx';

const databases = testDatabases();
const url = 'https://kerbside.example/desk/partner-links';

test('what was done is answered with the address of the page that says so, and what was refused with the page', async () => {
  const { desk } = await createTestDesk(await databases.open('sqlite'));
  const context = new RouterContextProvider();
  context.set(deskContext, { desk } as never);
  context.set(staffContext, grace);
  const post = (fields: Record<string, string>) =>
    action({ request: new Request(url, { method: 'POST', body: new URLSearchParams(fields) }), context } as never).catch(
      (answer: Response) => answer,
    );
  const read = (address: string) => loader({ request: new Request(address), context } as never);

  const added = await post({ act: 'add', name: 'Kwik Cars' });
  if (!(added instanceof Response)) throw new Error('It was answered with the page.');
  expect([added.status, added.headers.get('Location')]).toEqual([303, '/desk/partner-links?done=add']);
  for (let times = 0; times < 2; times += 1) {
    const { partners, done } = await read(`${url}?done=add`);
    expect([partners.map(({ name }) => name), done]).toEqual([['Kwik Cars'], 'add']);
  }
  const [{ id } = { id: '' }] = (await read(url)).partners;
  const { key } = await read(url);
  for (let times = 0; times < 2; times += 1)
    expect(await post({ act: 'add', name: 'Hill Cars', key })).toMatchObject({ status: 303 });
  expect((await read(url)).partners.map(({ name }) => name)).toEqual(['Hill Cars', 'Kwik Cars']);
  expect(await post({ act: 'rename', id, name: 'Quick Cars' })).toMatchObject({ status: 303 });
  expect(await post({ act: 'end', id })).toMatchObject({ status: 303 });
  expect(await post({ act: 'add', name: ' ' })).toMatchObject({ init: { status: 422 }, data: { message: expect.any(String) } });
  expect(await post({ act: 'toString' })).toMatchObject({ init: { status: 422 } });
});
