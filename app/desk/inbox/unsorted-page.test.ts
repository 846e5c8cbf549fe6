// Protects: every email that belongs to no claim can be reached, however many came after it.
import { RouterContextProvider } from 'react-router';
import { expect, test } from 'vitest';
import { deskContext } from '#app/context/context.ts';
import { makeId } from '#server/core/database/make-id.ts';
import { createTestDesk } from '#testing/create-test-desk.ts';
import { testDatabases } from '#testing/databases.ts';
import { olu } from '#testing/fixtures/test-staff.ts';
import { staffContext } from '../layout/route-context.ts';
import { loader } from './unsorted-page.tsx';

const databases = testDatabases();

test.each(['unsorted', 'noted'] as const)('of 250 that are %s three pages show each once, the newest first', async (state) => {
  const { desk, database } = await createTestDesk(await databases.open());
  const context = new RouterContextProvider();
  context.set(deskContext, { desk } as never);
  context.set(staffContext, olu);
  const emails = Array.from({ length: 250 }, (_, at) => {
    // Some came in the same millisecond.
    const received_at = 1_000_000_000_000 + Math.floor(at / 7);
    return { id: makeId(received_at), received_at, way: 'post' as const, size: 1, sha256: '', state };
  });
  await database.db.insertInto('inbound_emails').values(emails).execute();
  const found: string[][] = [];
  for (let before: string | undefined = ''; before !== undefined; ) {
    const path = `/desk/unsorted?${state === 'noted' ? 'noted&' : ''}${before && `before=${before}`}`;
    const page = await loader({ request: new Request(`https://kerbside.example${path}`), context } as never);
    found.push(page.emails.map(({ id }) => id));
    before = page.last;
  }
  expect(found.map(({ length }) => length)).toEqual([100, 100, 50]);
  expect(found.flat()).toEqual(
    emails
      .map(({ id }) => id)
      .toSorted()
      .toReversed(),
  );
});
