// Protects: what an owner publishes is a version that is whole, and of two owners at once one is told.
import { expect, test } from 'vitest';
import { createAudit } from '#server/audit/audit.ts';
import { testDatabases } from '#testing/databases.ts';
import { grace } from '#testing/fixtures/test-staff.ts';
import { versionsOf } from '#testing/site-instance.ts';
import { checkPublished } from '../../bin/launch/data-check.ts';
import { createSiteVersions } from './site-versions.ts';

const databases = testDatabases();
const helpline = { display: '0113 496 0123', tel: '+441134960123' };
const now = () => Date.parse('2026-11-20T14:05:00Z');

test('a publication that does not reach its end leaves the version before', async () => {
  const database = await databases.open();
  await versionsOf(database).publish(grace, { notice: 'Snow.' }, 0);
  const audit = createAudit({ database, now });
  const recordIn = () => {
    throw new Error('Killed.');
  };
  const dying = createSiteVersions({ database, audit: { ...audit, recordIn }, now });
  await expect(dying.publish(grace, { helpline }, 1)).rejects.toThrow('Killed.');
  expect(await versionsOf(database).newest()).toEqual({ version: 1, changes: { notice: 'Snow.' } });
});

test('the launch check says what goes over the files', async () => {
  const database = await databases.open();
  expect(await checkPublished(database)).toEqual([]);
  await versionsOf(database).publish(grace, { notice: 'Snow.' }, 0);
  expect(await checkPublished(database)).toMatchObject([{ state: 'amber', says: expect.stringContaining('notice') }]);
});

test('each version is a row with who and when, and of two that publish at once one is told', async () => {
  const versions = versionsOf(await databases.open());
  expect(await versions.newest()).toEqual({ version: 0, changes: {} });
  const outcomes = await Promise.all([
    versions.publish(grace, { notice: 'Snow.' }, 0),
    versions.publish(grace, { notice: 'Ice.' }, 0),
  ]);
  expect(outcomes.map(({ kind }) => kind).sort()).toEqual(['changed meanwhile', 'done']);
  const { changes } = await versions.newest();
  await versions.publish(grace, { helpline }, 1);
  expect(await versions.goBack(grace, 1, 2)).toEqual({ kind: 'done', version: 3 });
  expect(await versions.goBack(grace, 9, 3)).toEqual({ kind: 'unknown version' });
  expect(await versions.newest()).toEqual({ version: 3, changes });
  expect((await versions.list()).map(({ version, backTo }) => [version, backTo])).toEqual([
    [3, 1],
    [2, null],
    [1, null],
  ]);
});
