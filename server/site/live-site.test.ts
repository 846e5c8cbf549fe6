// Protects: what an owner publishes is whole, is in effect on every instance within five seconds, and is refused by the rules of the build.
import { afterEach, describe, expect, test, vi } from 'vitest';
import { faq } from '#content/faq.ts';
import { site } from '#content/site.ts';
import { applyChanges, type SiteChanges } from '#content/site-changes.ts';
import { createAudit } from '#server/audit/audit.ts';
import { siteProblems } from '#server/check-site.ts';
import type { Database } from '#server/database/database.ts';
import { createLog } from '#server/observability/log.ts';
import { openSite } from '#server/open-site.ts';
import { engines, testDatabases } from '#testing/databases.ts';
import { grace } from '#testing/fixtures/test-staff.ts';
import { checkPublished } from '../../bin/launch/data-check.ts';
import { createLiveSite } from './live-site.ts';
import { createSiteVersions } from './site-versions.ts';

const databases = testDatabases();
afterEach(() => applyChanges({}));

const helpline = { display: '0113 496 0123', tel: '+441134960123' };
const log = createLog({ level: 'error', write: () => {} });
const now = () => Date.parse('2026-11-20T14:05:00Z');

function versionsOf(database: Database) {
  return createSiteVersions({ database, audit: createAudit({ database, now }), now });
}

/** An instance beside others in this process: what it shows is kept apart. */
function instanceOn(database: Database) {
  const shown: SiteChanges[] = [];
  const pages: string[] = [];
  const { newest } = versionsOf(database);
  const apply = (changes: SiteChanges) => void shown.push(changes);
  const live = createLiveSite({ newest, log, apply, problemsOf: siteProblems });
  const renew = async () => void pages.push(shown.at(-1)?.notice ?? 'as built');
  return { live, renew, pages, shown };
}

describe.each(engines)('%s', (engine) => {
  test('a publication that does not reach its end leaves the version before', async () => {
    const database = await databases.open(engine);
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
    const database = await databases.open(engine);
    expect(await checkPublished(database)).toEqual([]);
    await versionsOf(database).publish(grace, { notice: 'Snow.' }, 0);
    expect(await checkPublished(database)).toMatchObject([{ state: 'amber', says: expect.stringContaining('notice') }]);
  });

  test('each version is a row with who and when, and of two that publish at once one is told', async () => {
    const versions = versionsOf(await databases.open(engine));
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

  test('another instance shows it too, with its pages rendered again', async () => {
    const database = await databases.open(engine);
    const [first, second] = [instanceOn(database), instanceOn(database)];
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    for (const { live, renew } of [first, second]) await live.start(renew);
    await versionsOf(database).publish(grace, { notice: 'Snow.' }, 0);
    vi.advanceTimersByTime(5_000);
    vi.useRealTimers();
    for (const { live, pages } of [first, second]) {
      await live.look();
      expect(pages).toEqual(['Snow.']);
      await live.close();
    }
  });
});

test('the content follows, and is as it was built again after going back to it', async () => {
  const database = await databases.open('sqlite');
  const { forDesk, look } = openSite({ database, audit: createAudit({ database, now }), log, now });
  const before = site.helpline.display;
  const { content } = await forDesk.read(grace);
  const typed = { ...content, helpline: helpline.display, whatsapp: content.whatsapp.display };
  expect(await forDesk.publish(grace, { ...typed, faq: [{ question: 'Why?', answer: 'So.' }] }, 0)).toMatchObject({
    kind: 'done',
  });
  expect([site.helpline.display, faq[0]?.answer]).toEqual([helpline.display, 'So.']);
  expect(await forDesk.goBack(grace, 0, 1)).toMatchObject({ kind: 'done', version: 2 });
  await look();
  expect(site.helpline.display).toBe(before);
});

test.each<[string, SiteChanges, RegExp]>([
  [
    'a number that is not dialled',
    { helpline: { ...helpline, tel: '+44' } },
    /^content\/site\.ts: site\.helpline must dial in tel/,
  ],
  ['no number', { helpline: { display: 'none', tel: '+' } }, /helpline\.display must be a phone number/],
  ['an address without a postcode', { address: ['1 New Street'] }, /site\.address must have the postcode on its last line/],
  ['no question', { faq: [] }, /^content\/faq\.ts: faq must have 1 to 30 items, found 0\.$/],
  ['an empty answer', { faq: [{ question: 'Why?', answer: ' ' }] }, /faq\[0\]\.answer must not be empty/],
  [
    'a link to no page',
    { faq: [{ question: 'Why?', answer: 'So.', more: { to: '/nowhere', label: 'More' } }] },
    /faq\[0\]\.more\.to must not be \/nowhere, which is no page/,
  ],
  [
    'times that the hours contradict',
    {
      openingHours: { times: [{ from: 'Monday', to: 'Friday', opens: '09:00', closes: '17:00' }], bankHolidays: false },
      notice: 'Call us 24/7.',
    },
    /^\/desk\/site: notice must not say "24\/7", because openingHours/,
  ],
  [
    'hours that are none',
    { openingHours: { times: [], bankHolidays: false } },
    /openingHours\.times must have at least one entry/,
  ],
  ['a notice that is too long', { notice: 'x'.repeat(141) }, /notice must have 1 to 140 characters, has 141/],
  [
    'a closed day that ends before it begins',
    { closedDays: { bankHolidaysOf: 'Scotland', days: [{ from: '2026-12-24', to: '2026-12-23' }] } },
    /^content\/closed-days\.ts: closedDays\.days\[0\] must not end before it begins/,
  ],
  ['an unknown service', { servicesOff: ['towing-by-air'] }, /servicesOff must not name towing-by-air/],
])('%s is refused, in the sentence of the build', (_, changes, sentence) => {
  const [first = ''] = siteProblems(changes);
  expect(first).toMatch(sentence);
});

test('what the rules refuse is not stored', async () => {
  const database = await databases.open('sqlite');
  const { forDesk } = openSite({ database, audit: createAudit({ database, now }), log, now });
  const { content } = await forDesk.read(grace);
  const typed = { ...content, helpline: 'none', whatsapp: content.whatsapp.display };
  expect(await forDesk.publish(grace, typed, 0)).toMatchObject({ kind: 'refused' });
  expect((await forDesk.read(grace)).version).toBe(0);
});

test('the content as it is breaks no rule', () => {
  expect(siteProblems({})).toEqual([]);
});

test('a version that the rules refuse is not shown: the content is as it was built, and an alarm says why', async () => {
  const database = await databases.open('sqlite');
  await versionsOf(database).publish(grace, { address: ['nowhere'] }, 0);
  const { live, renew, pages } = instanceOn(database);
  await live.start(renew);
  expect(pages).toEqual(['as built']);
  expect(await live.alarms[0]?.check()).toMatch(/^Version 1 of the site is not shown: .*postcode/);
  await versionsOf(database).publish(grace, { notice: 'Snow.' }, 1);
  await live.look();
  expect([await live.alarms[0]?.check(), pages.at(-1)]).toEqual([null, 'Snow.']);
  await live.close();
});

test('a page that cannot be rendered leaves what was there', async () => {
  const database = await databases.open('sqlite');
  await versionsOf(database).publish(grace, { notice: 'Snow.' }, 0);
  const { live, shown } = instanceOn(database);
  await live.start(async () => {
    if (shown.at(-1)?.notice) throw new Error('A public page could not be rendered (status 500).');
  });
  expect(shown.at(-1)).toEqual({});
  expect(live.refusal()).toContain('could not be rendered');
  await live.close();
});
