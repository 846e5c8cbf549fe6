// Protects: what an owner publishes is in effect on every instance within five seconds, and what cannot be shown leaves what was there.
import { afterEach, expect, test, vi } from 'vitest';
import { faq } from '#content/faq.ts';
import { site } from '#content/site.ts';
import { applyChanges, type SiteChanges } from '#content/site-changes.ts';
import { createAudit } from '#server/audit/audit.ts';
import { createLog } from '#server/observability/log.ts';
import { openSite } from '#server/open-site.ts';
import { testDatabases } from '#testing/databases.ts';
import { grace } from '#testing/fixtures/test-staff.ts';
import { instanceOn, silent as log, versionsOf } from '#testing/site-instance.ts';
import { siteProblems } from './check-site.ts';
import { createLiveSite } from './live-site.ts';

const databases = testDatabases();
afterEach(() => applyChanges({}));

const helpline = { display: '0113 496 0123', tel: '+441134960123' };
const now = () => Date.parse('2026-11-20T14:05:00Z');

test('another instance shows it too, with its pages rendered again', async () => {
  const database = await databases.open();
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

test('the content follows, and is as it was built again after going back to it', async () => {
  const database = await databases.open('sqlite');
  const { forDesk, look } = openSite({ database, audit: createAudit({ database, now }), log, now });
  const before = site.helpline.display;
  const { typed: base } = await forDesk.read(grace);
  const typed = { ...base, helpline: helpline.display, faq: [{ question: 'Why?', answer: 'So.' }] };
  expect(await forDesk.publish(grace, { typed, base, after: 0 })).toMatchObject({ kind: 'done' });
  expect([site.helpline.display, faq[0]?.answer]).toEqual([helpline.display, 'So.']);
  expect(await forDesk.goBack(grace, 0, 1)).toMatchObject({ kind: 'done', version: 2 });
  await look();
  expect(site.helpline.display).toBe(before);
});

test('what the rules refuse is not stored', async () => {
  const database = await databases.open('sqlite');
  const { forDesk } = openSite({ database, audit: createAudit({ database, now }), log, now });
  const { typed: base } = await forDesk.read(grace);
  expect(await forDesk.publish(grace, { typed: { ...base, helpline: 'none' }, base, after: 0 })).toMatchObject({
    kind: 'refused',
  });
  expect((await forDesk.read(grace)).version).toBe(0);
});

test('a version that the rules refuse is not shown: the content is as it was built, and an alarm says why', async () => {
  const database = await databases.open('sqlite');
  await versionsOf(database).publish(grace, { address: ['nowhere'] }, 0);
  const { live, renew, pages } = instanceOn(database);
  await live.start(renew);
  expect(pages).toEqual(['as built']);
  expect(await live.alarms[0]?.check({} as never)).toMatch(/^Version 1 of the site is not shown: .*postcode/);
  await versionsOf(database).publish(grace, { notice: 'Snow.' }, 1);
  await live.look();
  expect([await live.alarms[0]?.check({} as never), pages.at(-1)]).toEqual([null, 'Snow.']);
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

test('a page that could not be rendered is tried again at growing intervals, and the alarm stays until it is', async () => {
  const database = await databases.open('sqlite');
  await versionsOf(database).publish(grace, { notice: 'Snow.' }, 0);
  let time = 0;
  const { live, shown, pages, renew } = instanceOn(database, () => time);
  const attempts: number[] = [];
  let isFull = true;
  await live.start(async () => {
    if (!shown.at(-1)?.notice) return renew();
    attempts.push(time);
    if (isFull) throw new Error('Out of memory.');
    return renew();
  });
  for (; time < 1_500_000; time += 1_000) {
    await live.look();
    expect([await live.alarms[0]?.check({} as never), shown.at(-1)]).toEqual([expect.stringContaining('Out of memory.'), {}]);
  }
  expect(attempts).toEqual([0, 5, 15, 35, 75, 155, 315, 615, 915, 1_215].map((seconds) => seconds * 1_000));
  // As it was built it was rendered once.
  expect(pages).toEqual(['as built']);
  isFull = false;
  time += 300_000;
  await live.look();
  expect([pages.at(-1), await live.alarms[0]?.check({} as never)]).toEqual(['Snow.', null]);
  const count = attempts.length;
  time += 300_000;
  await live.look();
  expect(attempts).toHaveLength(count);
  await live.close();
});

test('a store that does not answer is logged once, and read again', async () => {
  const lines: string[] = [];
  const logged = createLog({ level: 'error', write: (line) => void lines.push(line) });
  let isDown = true;
  const newest = async () => {
    if (isDown) throw new Error('ECONNREFUSED');
    return { version: 1, changes: { notice: 'Snow.' } };
  };
  const shown: SiteChanges[] = [];
  const live = createLiveSite({ newest, log: logged, problemsOf: siteProblems, apply: (changes) => void shown.push(changes) });
  for (let look = 0; look < 3; look += 1) await live.look();
  isDown = false;
  await live.look();
  expect([lines.length, shown]).toEqual([1, [{ notice: 'Snow.' }]]);
});
