// Protects: a repeat of a submission is answered and not stored again.
import { describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#testing/create-test-app.ts';
import { sampleMessages } from '#testing/fixtures/submissions.ts';
import { duplicateWindowMs } from '../duplicates.ts';

const harpreet = sampleMessages[0].data;
const gwen = { ...harpreet, name: 'Gwenllïan O’Neil' };
const withKey = (key: string) => ({ 'Idempotency-Key': key });

async function referenceOf(response: Response): Promise<string> {
  expect(response.status).toBe(200);
  return (await response.json()).reference;
}

function expectCounts(testApp: TestApp, count: number) {
  expect([testApp.rows().length, testApp.emails().length]).toEqual([count, count]);
}

describe('with a key', () => {
  test('a second attempt gets the response of the first, however late', async () => {
    const testApp = await createTestApp();
    const first = await referenceOf(await testApp.send('Contact Us', harpreet, withKey('k1')));
    testApp.clock.now += 30 * 24 * 3_600_000;
    expect(await referenceOf(await testApp.send('Contact Us', harpreet, withKey('k1')))).toBe(first);
    expectCounts(testApp, 1);
  });

  test('attempts at the same time are one submission', async () => {
    const testApp = await createTestApp();
    const attempts = Array.from({ length: 20 }, () => testApp.send('Contact Us', harpreet, withKey('k1')));
    const references = await Promise.all((await Promise.all(attempts)).map(referenceOf));
    expect(new Set(references).size).toBe(1);
    expectCounts(testApp, 1);
  });

  test('attempts by both endpoints, one after the other or at once, are one submission', async () => {
    const testApp = await createTestApp();
    const [one, two] = await Promise.all([
      testApp.send('Contact Us', harpreet, withKey('k1')),
      testApp.insert('Contact Us', harpreet, withKey('k1')),
    ]);
    const [row] = await two.json();
    expect(row.id).toBe(testApp.rows()[0]?.id);
    expect(await referenceOf(one)).toBe(testApp.rows()[0]?.reference);
    await testApp.insert('Contact Us', harpreet, withKey('k1'));
    expectCounts(testApp, 1);
  });

  test('other content under the same key is refused', async () => {
    const testApp = await createTestApp();
    await testApp.send('Contact Us', harpreet, withKey('k1'));
    for (const response of [
      await testApp.send('Contact Us', gwen, withKey('k1')),
      await testApp.insert('Contact Us', gwen, withKey('k1')),
      await testApp.send('Contact Us', { ...harpreet, phone: `${harpreet.phone} ` }, withKey('k1')),
    ]) {
      expect(response.status).toBe(409);
      expect(await response.json()).toEqual({ message: expect.stringMatching(/\S/) });
    }
    expectCounts(testApp, 1);
  });

  test('other content under the same key at once: one is accepted, the other is refused', async () => {
    const testApp = await createTestApp();
    const answers = [harpreet, gwen, harpreet, gwen];
    const statuses = await Promise.all(
      answers.map(async (data) => (await testApp.send('Contact Us', data, withKey('k1'))).status),
    );
    expect(statuses).toEqual([200, 409, 200, 409]);
    expectCounts(testApp, 1);
  });

  test('the same answers under two keys are two submissions, as when two people send "please call me"', async () => {
    const testApp = await createTestApp();
    await testApp.send('Contact Us', harpreet, withKey('k1'));
    await testApp.send('Contact Us', harpreet, withKey('k2'));
    expectCounts(testApp, 2);
  });

  test('a key may have any characters; one that is too long is refused', async () => {
    const testApp = await createTestApp();
    const key = '\'; drop table "form_submissions" --';
    const first = await referenceOf(await testApp.send('Contact Us', harpreet, withKey(key)));
    expect(await referenceOf(await testApp.send('Contact Us', harpreet, withKey(key)))).toBe(first);
    expect((await testApp.send('Contact Us', gwen, withKey('k'.repeat(255)))).status).toBe(200);
    expect((await testApp.send('Contact Us', gwen, withKey('k'.repeat(256)))).status).toBe(400);
  });

  test('an attempt that was refused for its answers leaves the key free for the corrected ones', async () => {
    const testApp = await createTestApp();
    expect((await testApp.send('Contact Us', { ...harpreet, email: 'x' }, withKey('k1'))).status).toBe(422);
    expect((await testApp.send('Contact Us', harpreet, withKey('k1'))).status).toBe(200);
  });
});

describe('without a key', () => {
  test('the same answers within ten minutes are one submission', async () => {
    const testApp = await createTestApp();
    const first = await referenceOf(await testApp.send('Contact Us', harpreet));
    testApp.clock.now += duplicateWindowMs - 1;
    expect(await referenceOf(await testApp.send('Contact Us', harpreet))).toBe(first);
    const [row] = await (await testApp.insert('Contact Us', harpreet)).json();
    expect(row.id).toBe(testApp.rows()[0]?.id);
    expectCounts(testApp, 1);
  });

  test('the same answers at once by either endpoint are one submission', async () => {
    const testApp = await createTestApp();
    const attempts = Array.from({ length: 10 }, (_, index) =>
      index % 2 ? testApp.send('Contact Us', harpreet) : testApp.insert('Contact Us', harpreet),
    );
    await Promise.all(attempts);
    expectCounts(testApp, 1);
  });

  test('after ten minutes they are another submission', async () => {
    const testApp = await createTestApp();
    await testApp.send('Contact Us', harpreet);
    testApp.clock.now += duplicateWindowMs;
    await testApp.send('Contact Us', harpreet);
    expectCounts(testApp, 2);
  });

  test('other answers, or the same answers in another form, are another submission', async () => {
    const testApp = await createTestApp();
    await testApp.send('Contact Us', harpreet);
    await testApp.send('Contact Us', gwen);
    await testApp.send('Contact Us', { ...harpreet, phone: '' });
    expectCounts(testApp, 3);
  });

  test('fields in another order and unknown fields make no difference', async () => {
    const testApp = await createTestApp();
    await testApp.send('Contact Us', harpreet);
    await testApp.send('Contact Us', { utm: 'x', ...Object.fromEntries(Object.entries(harpreet).reverse()) });
    expectCounts(testApp, 1);
  });
});

describe('one of two attempts without a key', () => {
  test('first with, then without', async () => {
    const testApp = await createTestApp();
    const first = await referenceOf(await testApp.send('Contact Us', harpreet, withKey('k1')));
    expect(await referenceOf(await testApp.send('Contact Us', harpreet))).toBe(first);
    expectCounts(testApp, 1);
  });

  test('first without, then with: from then on the submission has that key', async () => {
    const testApp = await createTestApp();
    const first = await referenceOf(await testApp.send('Contact Us', harpreet));
    expect(await referenceOf(await testApp.send('Contact Us', harpreet, withKey('k1')))).toBe(first);
    testApp.clock.now += 2 * duplicateWindowMs;
    expect(await referenceOf(await testApp.send('Contact Us', harpreet, withKey('k1')))).toBe(first);
    expect((await testApp.send('Contact Us', gwen, withKey('k1'))).status).toBe(409);
    expectCounts(testApp, 1);
  });

  test('a submission has one key only', async () => {
    const testApp = await createTestApp();
    await Promise.all([
      testApp.send('Contact Us', harpreet),
      testApp.send('Contact Us', harpreet, withKey('k1')),
      testApp.send('Contact Us', harpreet, withKey('k2')),
    ]);
    expect(testApp.rows().map((row) => row.idempotency_key)).toEqual(['k1', 'k2']);
    expectCounts(testApp, 2);
  });
});

describe('one submission that the database refuses', () => {
  test('does not keep the others of its batch from being stored', async () => {
    const testApp = await createTestApp();
    await testApp.change(`create trigger refuse before insert on form_submissions when new.form_data like '%poison%'
      begin select raise(abort, 'no poison'); end`);
    const names = ['Aoife', 'poison', 'Łukasz', '小明'];
    const responses = await Promise.all(names.map((name) => testApp.send('Contact Us', { ...harpreet, name })));
    expect(responses.map(({ status }) => status)).toEqual([200, 503, 200, 200]);
    expectCounts(testApp, 3);
  });

  test('leaves its key free for the next attempt', async () => {
    const testApp = await createTestApp();
    await testApp.change("create trigger refuse before insert on jobs begin select raise(abort, 'not now'); end");
    expect((await testApp.send('Contact Us', harpreet, withKey('k1'))).status).toBe(503);
    expectCounts(testApp, 0);
    await testApp.change('drop trigger refuse');
    expect((await testApp.send('Contact Us', harpreet, withKey('k1'))).status).toBe(200);
    expectCounts(testApp, 1);
  });
});
