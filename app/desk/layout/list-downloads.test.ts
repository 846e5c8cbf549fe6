// Protects: a list that is downloaded is named by the date on which it is downloaded in London.
import { RouterContextProvider } from 'react-router';
import { expect, test } from 'vitest';
import { deskContext } from '#app/context/context.ts';
import { createTestDesk } from '#testing/create-test-desk.ts';
import { testDatabases } from '#testing/databases.ts';
import { grace } from '#testing/fixtures/test-staff.ts';
import { loader as list } from '../inbox/list-file-route.ts';
import { loader as responses } from '../reports/responses-file-route.ts';
import { loader as sources } from '../sources/sources-file-route.ts';
import { staffContext } from './route-context.ts';

const databases = testDatabases();

test.each([
  ['/desk/list.csv', list, 'submissions-2026-07-01.csv'],
  ['/desk/responses.csv', responses, 'responses-by-week-2026-07-01.csv'],
  ['/desk/sources.csv', sources, 'sources-2026-07-01.csv'],
  ['/desk/list.xlsx', list, 'submissions-2026-07-01.xlsx'],
])('in a summer night %s has the date of London, not of UTC', async (path, loader, name) => {
  const { desk } = await createTestDesk(await databases.open('sqlite'));
  const context = new RouterContextProvider();
  context.set(deskContext, { desk, now: () => Date.parse('2026-07-01T00:20:00+01:00') } as never);
  context.set(staffContext, grace);
  const request = new Request(`https://kerbside.example${path}`);
  const response = await loader({ request, context } as never);
  expect(response.headers.get('Content-Disposition')).toBe(`attachment; filename="${name}"`);
});
