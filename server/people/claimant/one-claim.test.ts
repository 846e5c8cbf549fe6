// Protects: a repeat of a merged claim is answered as a repeat, and somebody else's claim stays apart.
import { describe, expect, test } from 'vitest';
import type { Answers } from '#forms/form.ts';
import { createTestApp, type TestApp } from '#testing/create-test-app.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { idris, iwona } from '#testing/fixtures/roadside-starts.ts';
import { sampleMessages } from '#testing/fixtures/submissions.ts';

/** The phone number is that of the start, written in another way. */
const wholeClaim: Answers = { ...aoife, phone: '07700 900707', dateOfAccident: '2026-11-20' };
const [first, second, third] = ['1', '2', '3'].map((digit) => digit.repeat(32)) as [string, string, string];

const keyed = (key: string, replaces?: string) => ({ 'Idempotency-Key': key, ...(replaces && { Replaces: replaces }) });

function cookiesOf(response: Response): string {
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

/** Sets up a claim that was begun at the roadside and continued in the same browser, under a key. */
async function continued(idempotencyKey: string | null = first) {
  const product = await createTestApp();
  const begun = await product.send('Roadside Start', iwona);
  const { reference, link } = await begun.json();
  const headers = { Cookie: cookiesOf(begun), ...(idempotencyKey && keyed(idempotencyKey)) };
  expect(await (await product.send('Make a Claim', wholeClaim, headers)).json()).toMatchObject({ reference, link });
  return { ...product, reference, link, cookie: cookiesOf(begun) };
}

const messagesIn = ({ sqlite }: TestApp) => sqlite.prepare('select text from messages').pluck().all() as string[];

describe('a claim that went into another', () => {
  test('its repeat without the cookie gets the same answer, however late, by every way in', async () => {
    const { send, insert, rows, clock, reference, link } = await continued();
    clock.now += 30 * 24 * 3_600_000;
    expect(await (await send('Make a Claim', wholeClaim, keyed(first))).json()).toMatchObject({ reference, link });
    const [row] = await (await insert('Make a Claim', wholeClaim, keyed(first))).json();
    expect(row).toMatchObject({ id: rows()[0]?.id, form_name: 'Make a Claim', form_data: wholeClaim });
    expect(rows()).toHaveLength(1);
  });

  test.each(['closed_at', 'withdrawn_at', 'quarantined_at'])('its repeat is one after %s too', async (column) => {
    const { send, change, rows, clock, reference } = await continued();
    await change(`update form_submissions set ${column} = ${clock.now}`);
    expect(await (await send('Make a Claim', wholeClaim, keyed(first))).json()).toMatchObject({ reference });
    expect(rows()).toHaveLength(1);
  });

  test('the same answers without a key are its repeat within ten minutes', async () => {
    const { send, rows, clock, reference } = await continued(null);
    clock.now += 599_999;
    expect(await (await send('Make a Claim', wholeClaim)).json()).toMatchObject({ reference });
    expect(rows()).toHaveLength(1);
    clock.now += 1;
    expect((await (await send('Make a Claim', wholeClaim)).json()).reference).not.toBe(reference);
  });

  test('other answers under its key are refused', async () => {
    const { send, rows, cookie } = await continued();
    for (const headers of [keyed(first), { ...keyed(first), Cookie: cookie }])
      expect((await send('Make a Claim', { ...wholeClaim, vehicleReg: 'AB12 CDE' }, headers)).status).toBe(409);
    expect(rows()).toHaveLength(1);
  });
});

describe('what takes the place of a claim whose answer was lost', () => {
  test('of the same form: its other words are a message on that claim, and its reference is the answer', async () => {
    const product = await createTestApp();
    const { reference, link } = await (await product.send('Make a Claim', aoife, keyed(first))).json();
    const changed = { ...aoife, vehicleMake: 'Skoda' };
    const again = await product.send('Make a Claim', changed, keyed(second, first));
    expect(await again.json()).toMatchObject({ reference, link });
    expect(product.rows()).toHaveLength(1);
    expect(JSON.parse(String(product.rows()[0]?.form_data))).toEqual(aoife);
    expect(messagesIn(product)).toEqual([expect.stringMatching(/^On the claim form, .*\nSkoda$/)]);
    expect(product.emails().map(({ template }) => template)).toEqual(['notification', 'claimant-update']);
    for (const answers of [changed, aoife])
      expect(await (await product.send('Make a Claim', answers, keyed(answers === aoife ? first : second))).json()).toMatchObject(
        { reference },
      );
    expect(messagesIn(product)).toHaveLength(1);
  });

  test('a message takes the place of none: each is one', async () => {
    const { send, rows } = await createTestApp();
    const harpreet: Answers = { ...sampleMessages[0].data, phone: '07700 900123' };
    await send('Contact Us', harpreet, keyed(first));
    expect((await send('Contact Us', { ...harpreet, subject: 'Once more' }, keyed(second, first))).status).toBe(200);
    expect(rows()).toHaveLength(2);
  });

  test('somebody else’s phone: a claim of its own', async () => {
    const product = await createTestApp();
    const { reference } = await (await product.send('Roadside Start', idris, keyed(first))).json();
    const other = await (await product.send('Roadside Start', { ...idris, phone: '07700 900999' }, keyed(second, first))).json();
    expect(other.reference).not.toBe(reference);
    expect([product.rows().length, messagesIn(product).length]).toEqual([2, 0]);
    expect((await (await product.send('Roadside Start', idris, keyed(third, second))).json()).reference).not.toBe(
      other.reference,
    );
  });
});
