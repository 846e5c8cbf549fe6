// Protects: what an owner publishes is a version that is whole, and of two owners at once one is told.
import { expect, test } from 'vitest';
import { testDatabases } from '#testing/databases.ts';
import { grace } from '#testing/fixtures/test-staff.ts';
import { openTestApp } from '#testing/open-test-app.ts';
import { checkPublished } from '../../../bin/launch/data-check.ts';
import { listVersions, newestVersion, publishVersion, republishVersion } from './site-versions.ts';

const databases = testDatabases();
const helpline = { display: '0113 496 0123', tel: '+441134960123' };
const openApp = async () => openTestApp(await databases.open());

test('a publication that does not reach its end leaves the version before', async () => {
  const app = await openApp();
  await publishVersion(app, grace, { notice: 'Snow.' }, 0);
  const recordIn = () => {
    throw new Error('Killed.');
  };
  const dying = { ...app, audit: { ...app.audit, recordIn } };
  await expect(publishVersion(dying, grace, { helpline }, 1)).rejects.toThrow('Killed.');
  expect(await newestVersion(app)).toEqual({ version: 1, changes: { notice: 'Snow.' } });
});

test('the launch check says what goes over the files', async () => {
  const app = await openApp();
  expect(await checkPublished(app.db)).toEqual([]);
  await publishVersion(app, grace, { notice: 'Snow.' }, 0);
  expect(await checkPublished(app.db)).toMatchObject([{ state: 'amber', says: expect.stringContaining('notice') }]);
});

test('each version is a row with who and when, and of two that publish at once one is told', async () => {
  const app = await openApp();
  expect(await newestVersion(app)).toEqual({ version: 0, changes: {} });
  const outcomes = await Promise.all(['Snow.', 'Ice.'].map((notice) => publishVersion(app, grace, { notice }, 0)));
  expect(outcomes.map(({ kind }) => kind).sort()).toEqual(['changed meanwhile', 'done']);
  const { changes } = await newestVersion(app);
  await publishVersion(app, grace, { helpline }, 1);
  expect(await republishVersion(app, grace, 1, 2)).toEqual({ kind: 'done', version: 3 });
  expect(await republishVersion(app, grace, 9, 3)).toEqual({ kind: 'unknown version' });
  expect(await newestVersion(app)).toEqual({ version: 3, changes });
  expect((await listVersions(app)).map(({ version, backTo }) => [version, backTo])).toEqual([
    [3, 1],
    [2, null],
    [1, null],
  ]);
});
