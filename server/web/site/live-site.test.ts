// Protects: what an owner publishes is in effect on every instance within five seconds, and what cannot be shown leaves what was there.
import { afterEach, expect, test, vi } from 'vitest';
import { faq } from '#content/faq.ts';
import { site } from '#content/site.ts';
import { applyChanges } from '#content/site-changes.ts';
import { testDatabases } from '#testing/databases.ts';
import { grace } from '#testing/fixtures/test-staff.ts';
import { openTestApp } from '#testing/open-test-app.ts';
import { instanceOn } from '#testing/site-instance.ts';
import { publishSite, putSiteBack, readSite } from './edit-site.ts';
import { showNewest } from './live-site.ts';
import { publishVersion } from './site-versions.ts';

const databases = testDatabases();
afterEach(() => applyChanges({}));

const helpline = { display: '0113 496 0123', tel: '+441134960123' };
const openSqlite = async () => openTestApp(await databases.open('sqlite'));

test('another instance shows it too, with its pages rendered again', async () => {
  const app = await openTestApp(await databases.open());
  const [first, second] = [instanceOn(app), instanceOn(app)];
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  for (const { start } of [first, second]) await start();
  await publishVersion(app, grace, { notice: 'Snow.' }, 0);
  vi.advanceTimersByTime(5_000);
  vi.useRealTimers();
  for (const { look, pages, close } of [first, second]) {
    await look();
    expect(pages).toEqual(['Snow.']);
    await close();
  }
});

test('the content follows, and is as it was built again after going back to it', async () => {
  const app = await openSqlite();
  const before = site.helpline.display;
  const { typed: base } = await readSite(app);
  const typed = { ...base, helpline: helpline.display, faq: [{ question: 'Why?', answer: 'So.' }] };
  expect(await publishSite(app, grace, { typed, base, after: 0 })).toMatchObject({ kind: 'done' });
  expect([site.helpline.display, faq[0]?.answer]).toEqual([helpline.display, 'So.']);
  expect(await putSiteBack(app, grace, 0, 1)).toMatchObject({ kind: 'done', version: 2 });
  await showNewest(app);
  expect(site.helpline.display).toBe(before);
});

test('what the rules refuse is not stored', async () => {
  const app = await openSqlite();
  const { typed: base } = await readSite(app);
  expect(await publishSite(app, grace, { typed: { ...base, helpline: 'none' }, base, after: 0 })).toMatchObject({
    kind: 'refused',
  });
  expect((await readSite(app)).version).toBe(0);
});

test('a version that the rules refuse is not shown: the content is as it was built, and an alarm says why', async () => {
  const app = await openSqlite();
  await publishVersion(app, grace, { address: ['nowhere'] }, 0);
  const { start, look, close, refusal, pages } = instanceOn(app);
  await start();
  expect(pages).toEqual(['as built']);
  expect(await refusal()).toMatch(/^Version 1 of the site is not shown: .*postcode/);
  await publishVersion(app, grace, { notice: 'Snow.' }, 1);
  await look();
  expect([await refusal(), pages.at(-1)]).toEqual([null, 'Snow.']);
  await close();
});

test('a page that cannot be rendered leaves what was there', async () => {
  const app = await openSqlite();
  await publishVersion(app, grace, { notice: 'Snow.' }, 0);
  const { start, close, refusal, shown } = instanceOn(app);
  const failing = async () => {
    if (shown.at(-1)?.notice) throw new Error('A public page could not be rendered (status 500).');
  };
  await start({ renew: failing });
  expect(shown.at(-1)).toEqual({});
  expect(await refusal()).toContain('could not be rendered');
  await close();
});

test('a page that could not be rendered is tried again at growing intervals, and the alarm stays until it is', async () => {
  const app = await openSqlite();
  await publishVersion(app, grace, { notice: 'Snow.' }, 0);
  let time = 0;
  const { start, look, close, refusal, shown, pages, renew } = instanceOn(app, () => time);
  const attempts: number[] = [];
  let isFull = true;
  const renewWithRoom = async () => {
    if (!shown.at(-1)?.notice) return renew();
    attempts.push(time);
    if (isFull) throw new Error('Out of memory.');
    return renew();
  };
  await start({ renew: renewWithRoom });
  for (; time < 1_500_000; time += 1_000) {
    await look();
    expect([await refusal(), shown.at(-1)]).toEqual([expect.stringContaining('Out of memory.'), {}]);
  }
  expect(attempts).toEqual([0, 5, 15, 35, 75, 155, 315, 615, 915, 1_215].map((seconds) => seconds * 1_000));
  // As it was built it was rendered once.
  expect(pages).toEqual(['as built']);
  isFull = false;
  time += 300_000;
  await look();
  expect([pages.at(-1), await refusal()]).toEqual(['Snow.', null]);
  const count = attempts.length;
  time += 300_000;
  await look();
  expect(attempts).toHaveLength(count);
  await close();
});

test('a store that does not answer is logged once, and read again', async () => {
  const lines: string[] = [];
  const database = await databases.open('sqlite');
  const app = await openTestApp(database, { writeLog: (line) => void lines.push(line), settings: { LOG_LEVEL: 'error' } });
  await publishVersion(app, grace, { notice: 'Snow.' }, 0);
  let isDown = true;
  const read: typeof database.read = async (work) => {
    if (isDown) throw new Error('ECONNREFUSED');
    return database.read(work);
  };
  const { start, look, close, shown } = instanceOn({ ...app, db: { ...database, read } });
  await start();
  for (let count = 0; count < 2; count += 1) await look();
  expect(shown).toEqual([]);
  isDown = false;
  await look();
  await close();
  expect([lines.length, shown]).toEqual([1, [{ notice: 'Snow.' }]]);
});
