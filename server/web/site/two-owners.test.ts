// Protects: of two owners who edit at once both are told what became of what they typed, and texts of the files follow what else is changed.
import { afterEach, expect, test } from 'vitest';
import { readSiteForm } from '#app/desk/site/read-site-form.ts';
import { faq } from '#content/faq.ts';
import { applyChanges } from '#content/site-changes.ts';
import { testDatabases } from '#testing/databases.ts';
import { grace } from '#testing/fixtures/test-staff.ts';
import { openTestApp } from '#testing/open-test-app.ts';
import { publishSite, putSiteBack, readSite, type SiteInDesk } from './edit-site.ts';
import type { PostedSite, TypedSite } from './typed-site.ts';

const databases = testDatabases();
afterEach(() => applyChanges({}));

async function openDesk() {
  const app = await openTestApp(await databases.open('sqlite'));
  return {
    open: () => readSite(app),
    publish: (site: SiteInDesk, typed: Partial<TypedSite>) =>
      publishSite(app, grace, { typed: { ...site.typed, ...typed }, base: site.typed, after: site.version }),
    post: (posted: PostedSite) => publishSite(app, grace, posted),
    goBack: (to: number, after: number) => putSiteBack(app, grace, to, after),
  };
}

const [number, address] = ['0113 496 0123', ['1 New Street', 'Leeds', 'LS1 1AA']];

test('what the other owner changed is put beside what was typed, which is published with the next attempt', async () => {
  const desk = await openDesk();
  const seen = await desk.open();
  await desk.publish(seen, { helpline: number, notice: 'Snow.' });
  const outcome = await desk.publish(seen, { address, notice: 'Ice.' });
  expect(outcome).toMatchObject({ kind: 'merged', merged: { theirs: ['helpline'], both: ['notice'] } });
  if (outcome.kind !== 'merged') throw new Error(outcome.kind);
  expect(outcome.merged.typed).toMatchObject({ helpline: number, address, notice: 'Ice.' });
  const now = await desk.open();
  expect(now).toMatchObject({ version: 1, typed: { helpline: number, notice: 'Snow.' } });
  const again = { typed: outcome.merged.typed, base: now.typed, after: now.version };
  expect(await desk.post(again)).toEqual({ kind: 'done', version: 2 });
  expect((await desk.open()).typed).toMatchObject({ helpline: number, address, notice: 'Ice.' });
});

test('a form that is posted twice is published once', async () => {
  const desk = await openDesk();
  const seen = await desk.open();
  expect(await desk.publish(seen, { notice: 'Snow.' })).toEqual({ kind: 'done', version: 1 });
  expect(await desk.publish(seen, { notice: 'Snow.' })).toEqual({ kind: 'done', version: 1 });
});

test('to go back twice is to go back once, and not behind the back of another owner', async () => {
  const desk = await openDesk();
  await desk.publish(await desk.open(), { notice: 'Snow.' });
  expect(await desk.goBack(0, 1)).toEqual({ kind: 'done', version: 2 });
  expect(await desk.goBack(0, 1)).toEqual({ kind: 'done', version: 2 });
  await desk.publish(await desk.open(), { notice: 'Ice.' });
  expect(await desk.goBack(0, 1)).toEqual({ kind: 'changed meanwhile' });
});

test('what could not be posted a second time is not published', async () => {
  const desk = await openDesk();
  const long = Array.from({ length: 29 }, (_, row) => ({ question: `Why ${row}?`, answer: 'So. '.repeat(450) }));
  const outcome = await desk.publish(await desk.open(), { faq: long });
  expect(outcome).toMatchObject({ kind: 'refused', problems: [expect.stringContaining('too long for one form')] });
});

test('a form without what it was made from changes nothing behind the back of others', async () => {
  const desk = await openDesk();
  const seen = await desk.open();
  await desk.publish(seen, { notice: 'Snow.' });
  expect(await desk.post({ typed: seen.typed, base: {}, after: -1 })).toMatchObject({
    kind: 'merged',
    merged: { both: ['notice'] },
  });
});

test('a question that nobody edited has the number of today, whatever else is edited and when', async () => {
  const desk = await openDesk();
  const first = await desk.open();
  const called = first.typed.faq.findIndex(({ answer }) => answer.includes(first.typed.helpline));
  await desk.publish(first, { helpline: number });
  const second = await desk.open();
  expect(second.typed.faq[called]?.answer).toContain(number);
  const another = { question: 'Do you tow caravans?', answer: 'Yes.' };
  expect(await desk.publish(second, { faq: [another, ...second.typed.faq] })).toMatchObject({ kind: 'done' });
  expect([faq[0], faq[called + 1]?.answer]).toEqual([another, expect.stringContaining(number)]);
  await desk.publish(await desk.open(), { helpline: '0113 496 0199' });
  expect(faq[called + 1]?.answer).toContain('0113 496 0199');
  expect(faq.every((one) => !('asBuilt' in one))).toBe(true);
});

test('a number that changes meanwhile is in the questions that nobody edited', async () => {
  const desk = await openDesk();
  const seen = await desk.open();
  await desk.publish(seen, { helpline: number });
  const outcome = await desk.publish(seen, { faq: [{ question: 'Why?', answer: 'So.' }, ...seen.typed.faq] });
  if (outcome.kind !== 'merged') throw new Error(outcome.kind);
  expect(outcome.merged).toMatchObject({ theirs: ['helpline'], both: [] });
  expect(JSON.stringify(outcome.merged.typed.faq)).toContain(number);
});

test('a stored value of a shape that is not known leaves a form in which it can be published anew', async () => {
  const desk = await openDesk();
  const database = await databases.open('sqlite');
  await database.write((tx) =>
    tx
      .insertInto('site_versions')
      .values({
        id: 'a',
        version: 1,
        at: 0,
        by: grace.id,
        changes: JSON.stringify({ address: 7, notice: 'Snow.' }),
        back_to: null,
      })
      .execute(),
  );
  expect((await readSite(await openTestApp(database))).typed).toEqual({ ...(await desk.open()).typed, notice: 'Snow.' });
});

test.each(['', 'NaN', '1.5', '-3', '99999999999', '1e3'])('there is no version %j', async (posted) => {
  const { numberOf } = await import('#app/desk/site/read-site-form.ts');
  expect(numberOf(posted)).toBe(-1);
});

test('what cannot be seen is not published, and a base that is no object is none', async () => {
  const desk = await openDesk();
  const given = new FormData();
  given.set('notice', '\u202e\u200bSnow\u0007.\ufeff');
  given.set('base', '[');
  const { typed, base } = readSiteForm(given, await desk.open());
  expect([typed.notice, base]).toEqual(['Snow.', {}]);
});
