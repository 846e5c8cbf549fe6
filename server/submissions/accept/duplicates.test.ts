import { describe, expect, test } from 'vitest';
import { openTrial, type Trial } from '#testing/create-test-app.ts';
import { sampleMessages } from '#testing/fixtures/samples.ts';
import { sameContentWindowMs } from '../submission-store.ts';

const harpreet = sampleMessages[0].data;
const gwen = { ...harpreet, name: 'Gwenllïan O’Neil' };
const withKey = (key: string) => ({ 'Idempotency-Key': key });

async function referenceOf(response: Response): Promise<string> {
  expect(response.status).toBe(200);
  return (await response.json()).reference;
}

function expectCounts(trial: Trial, count: number) {
  expect([trial.rows().length, trial.letters().length]).toEqual([count, count]);
}

describe('with a key', () => {
  test('a second try gets the answer of the first, however late', async () => {
    const trial = await openTrial();
    const first = await referenceOf(await trial.send('Contact Us', harpreet, withKey('k1')));
    trial.clock.now += 30 * 24 * 3_600_000;
    expect(await referenceOf(await trial.send('Contact Us', harpreet, withKey('k1')))).toBe(first);
    expectCounts(trial, 1);
  });

  test('tries in flight at once are one', async () => {
    const trial = await openTrial();
    const tries = Array.from({ length: 20 }, () => trial.send('Contact Us', harpreet, withKey('k1')));
    const references = await Promise.all((await Promise.all(tries)).map(referenceOf));
    expect(new Set(references).size).toBe(1);
    expectCounts(trial, 1);
  });

  test('both endpoints, one after the other or at once, are one', async () => {
    const trial = await openTrial();
    const [one, two] = await Promise.all([
      trial.send('Contact Us', harpreet, withKey('k1')),
      trial.insert('Contact Us', harpreet, withKey('k1')),
    ]);
    const [row] = await two.json();
    expect(row.id).toBe(trial.rows()[0]?.id);
    expect(await referenceOf(one)).toBe(trial.rows()[0]?.reference);
    await trial.insert('Contact Us', harpreet, withKey('k1'));
    expectCounts(trial, 1);
  });

  test('other content under the same key is refused', async () => {
    const trial = await openTrial();
    await trial.send('Contact Us', harpreet, withKey('k1'));
    for (const response of [
      await trial.send('Contact Us', gwen, withKey('k1')),
      await trial.insert('Contact Us', gwen, withKey('k1')),
      await trial.send('Contact Us', { ...harpreet, phone: `${harpreet.phone} ` }, withKey('k1')),
    ]) {
      expect(response.status).toBe(409);
      expect(await response.json()).toEqual({ message: expect.stringMatching(/\S/) });
    }
    expectCounts(trial, 1);
  });

  test('other content under the same key at once: one wins, the other is refused', async () => {
    const trial = await openTrial();
    const answers = [harpreet, gwen, harpreet, gwen];
    const statuses = await Promise.all(answers.map(async (data) => (await trial.send('Contact Us', data, withKey('k1'))).status));
    expect(statuses).toEqual([200, 409, 200, 409]);
    expectCounts(trial, 1);
  });

  test('the same words under two keys are two, as when two people send "please call me"', async () => {
    const trial = await openTrial();
    await trial.send('Contact Us', harpreet, withKey('k1'));
    await trial.send('Contact Us', harpreet, withKey('k2'));
    expectCounts(trial, 2);
  });

  test('a key of any characters is a key; one that is too long is none', async () => {
    const trial = await openTrial();
    const key = '\'; drop table "form_submissions" --';
    const first = await referenceOf(await trial.send('Contact Us', harpreet, withKey(key)));
    expect(await referenceOf(await trial.send('Contact Us', harpreet, withKey(key)))).toBe(first);
    expect((await trial.send('Contact Us', gwen, withKey('k'.repeat(255)))).status).toBe(200);
    expect((await trial.send('Contact Us', gwen, withKey('k'.repeat(256)))).status).toBe(400);
  });

  test('a try that was refused for its answers leaves the key free for the corrected ones', async () => {
    const trial = await openTrial();
    expect((await trial.send('Contact Us', { ...harpreet, email: 'x' }, withKey('k1'))).status).toBe(422);
    expect((await trial.send('Contact Us', harpreet, withKey('k1'))).status).toBe(200);
  });
});

describe('without a key', () => {
  test('the same words within ten minutes are one', async () => {
    const trial = await openTrial();
    const first = await referenceOf(await trial.send('Contact Us', harpreet));
    trial.clock.now += sameContentWindowMs - 1;
    expect(await referenceOf(await trial.send('Contact Us', harpreet))).toBe(first);
    const [row] = await (await trial.insert('Contact Us', harpreet)).json();
    expect(row.id).toBe(trial.rows()[0]?.id);
    expectCounts(trial, 1);
  });

  test('at once, too, by either endpoint', async () => {
    const trial = await openTrial();
    const tries = Array.from({ length: 10 }, (_, index) =>
      index % 2 ? trial.send('Contact Us', harpreet) : trial.insert('Contact Us', harpreet),
    );
    await Promise.all(tries);
    expectCounts(trial, 1);
  });

  test('after ten minutes they are another submission', async () => {
    const trial = await openTrial();
    await trial.send('Contact Us', harpreet);
    trial.clock.now += sameContentWindowMs;
    await trial.send('Contact Us', harpreet);
    expectCounts(trial, 2);
  });

  test('other words, or the same words in another form, are another', async () => {
    const trial = await openTrial();
    await trial.send('Contact Us', harpreet);
    await trial.send('Contact Us', gwen);
    await trial.send('Contact Us', { ...harpreet, phone: '' });
    expectCounts(trial, 3);
  });

  test('fields in another order and unknown ones beside them change nothing', async () => {
    const trial = await openTrial();
    await trial.send('Contact Us', harpreet);
    await trial.send('Contact Us', { utm: 'x', ...Object.fromEntries(Object.entries(harpreet).reverse()) });
    expectCounts(trial, 1);
  });
});

describe('one of two tries without a key', () => {
  test('first with, then without', async () => {
    const trial = await openTrial();
    const first = await referenceOf(await trial.send('Contact Us', harpreet, withKey('k1')));
    expect(await referenceOf(await trial.send('Contact Us', harpreet))).toBe(first);
    expectCounts(trial, 1);
  });

  test('first without, then with: from then on it answers to that key', async () => {
    const trial = await openTrial();
    const first = await referenceOf(await trial.send('Contact Us', harpreet));
    expect(await referenceOf(await trial.send('Contact Us', harpreet, withKey('k1')))).toBe(first);
    trial.clock.now += 2 * sameContentWindowMs;
    expect(await referenceOf(await trial.send('Contact Us', harpreet, withKey('k1')))).toBe(first);
    expect((await trial.send('Contact Us', gwen, withKey('k1'))).status).toBe(409);
    expectCounts(trial, 1);
  });

  test('it answers to one key only', async () => {
    const trial = await openTrial();
    await Promise.all([
      trial.send('Contact Us', harpreet),
      trial.send('Contact Us', harpreet, withKey('k1')),
      trial.send('Contact Us', harpreet, withKey('k2')),
    ]);
    expect(trial.rows().map((row) => row.idempotency_key)).toEqual(['k1', 'k2']);
    expectCounts(trial, 2);
  });
});

describe('one submission that the database refuses', () => {
  test('takes none of those that came with it', async () => {
    const trial = await openTrial();
    trial.sqlite.exec(`create trigger refuse before insert on form_submissions when new.form_data like '%poison%'
      begin select raise(abort, 'no poison'); end`);
    const names = ['Aoife', 'poison', 'Łukasz', '小明'];
    const responses = await Promise.all(names.map((name) => trial.send('Contact Us', { ...harpreet, name })));
    expect(responses.map(({ status }) => status)).toEqual([200, 503, 200, 200]);
    expectCounts(trial, 3);
  });

  test('leaves its key free for the next try', async () => {
    const trial = await openTrial();
    trial.sqlite.exec("create trigger refuse before insert on jobs begin select raise(abort, 'not now'); end");
    expect((await trial.send('Contact Us', harpreet, withKey('k1'))).status).toBe(503);
    expectCounts(trial, 0);
    trial.sqlite.exec('drop trigger refuse');
    expect((await trial.send('Contact Us', harpreet, withKey('k1'))).status).toBe(200);
    expectCounts(trial, 1);
  });
});
