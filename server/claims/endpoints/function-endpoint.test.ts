// Protects: the function endpoint stores what was typed and refuses what is no call.
import { describe, expect, test } from 'vitest';
import { callingHours } from '#content/calling-hours.ts';
import { site } from '#content/site.ts';
import { withAskedLater } from '#forms/continuation.ts';
import { type FormDefinition, fieldsOf, isAsked } from '#forms/form.ts';
import { findForm, isClaim } from '#forms/forms.ts';
import { targetEnd } from '#forms/opening-calendar.ts';
import { createTestApp } from '#testing/create-test-app.ts';
import { sampleMessages, samples } from '#testing/fixtures/submissions.ts';

const harpreet = sampleMessages[0].data;
const path = '/functions/v1/send-form-email';

test.each(samples)('$formName is taken and stored as typed: $shows', async ({ formName, data }) => {
  const { send, rows, emails, clock } = await createTestApp();
  const response = await send(formName, data);
  expect(response.status).toBe(200);
  const [row] = rows();
  expect(await response.json()).toEqual({
    message: 'Thank you! We have received your message and will be in touch shortly.',
    reference: row?.reference,
    createdAt: new Date(clock.now).toISOString(),
    ...(isClaim(formName) && {
      dueAt: new Date(targetEnd(clock.now, site.claimTargetHours, callingHours)).toISOString(),
      link: expect.stringMatching(/^https:\/\/kerbside\.example\/your-claim\/[\w-]{40}$/),
      emailed: 'email' in data,
    }),
  });
  expect(row).toMatchObject({ form_name: formName, came_by: 'function' });
  expect(row?.form_data).toBe(JSON.stringify(withAskedLater(findForm(formName) as FormDefinition, data)));
  expect(emails().map(({ submission_id }) => submission_id)).toEqual([row?.id]);
});

test('a claim is due at its response target, a message has no target', async () => {
  const { send, sqlite, clock } = await createTestApp();
  await send('Make a Claim', samples[0]?.data);
  await send('Contact Us', harpreet);
  const due = sqlite.prepare('select form_name, due_at from form_submissions order by form_name').all();
  expect(due).toEqual([
    { form_name: 'Contact Us', due_at: null },
    { form_name: 'Make a Claim', due_at: targetEnd(clock.now, site.claimTargetHours, callingHours) },
  ]);
});

test('a repeat is answered with the time of the first submission', async () => {
  const { send, clock } = await createTestApp();
  const key = { 'Idempotency-Key': 'k1' };
  const first = await (await send('Contact Us', harpreet, key)).json();
  expect(first.createdAt).toBe(new Date(clock.now).toISOString());
  clock.now += 25 * 3_600_000;
  expect(await (await send('Contact Us', harpreet, key)).json()).toEqual(first);
});

test('the log holds no answer of a visitor', async () => {
  const { send, logged } = await createTestApp({ LOG_LEVEL: 'debug' });
  await send('Contact Us', harpreet);
  await send('Contact Us', { ...harpreet, email: 'harpreet' });
  expect(logged.join('')).toContain('"event":"submission"');
  expect(logged.join('')).not.toMatch(/harpreet|kaur|barking|7946/i);
});

describe('requests that are refused and store nothing', () => {
  test.each(['Newsletter', '', 'contact us', null, 7, ['Contact Us'], { name: 'Contact Us' }, undefined, '__proto__'])(
    'a form that there is not: %j',
    async (formName) => {
      const { send, rows } = await createTestApp();
      const response = await send(formName, harpreet);
      expect(response.status).toBe(404);
      expect(await response.json()).toEqual({ message: expect.stringMatching(/\S/) });
      expect(rows()).toEqual([]);
    },
  );

  test.each([
    'null',
    '7',
    '"Contact Us"',
    '[]',
    '[{"formName":"Contact Us"}]',
    '{}',
    `{"a":${'['.repeat(2_000)}${']'.repeat(2_000)}}`,
  ])('a body that is no call: %.40s', async (body) => {
    const { post, rows } = await createTestApp();
    expect((await post(path, body)).status).toBe(404);
    expect(rows()).toEqual([]);
  });

  test.each([undefined, null, 'name=Harpreet', 7, [], [harpreet], {}])('answers that are not an object: %j', async (formData) => {
    const { send, rows } = await createTestApp();
    const response = await send('Contact Us', formData);
    expect(response.status).toBe(422);
    expect(Object.keys((await response.json()).fields)).toEqual(['name', 'email', 'subject', 'message']);
    expect(rows()).toEqual([]);
  });

  test.each([
    ['malformed address', { email: 'harpreet@nowhere' }],
    ['number for text', { name: 7 }],
    ['deep nesting', { name: JSON.parse(`${'['.repeat(1_000)}${']'.repeat(1_000)}`) }],
    ['NUL', { name: 'a\0b' }],
    ['lone surrogate', { name: '\ud800' }],
  ])('%s is told beside its field', async (_, change) => {
    const { send, rows } = await createTestApp();
    const response = await send('Contact Us', { ...harpreet, ...change });
    expect(response.status).toBe(422);
    expect(await response.json()).toEqual({
      message: expect.stringMatching(/\S/),
      fields: { [Object.keys(change)[0] as string]: expect.stringMatching(/\S/) },
    });
    expect(rows()).toEqual([]);
  });
});

test("names of JavaScript's own properties are not answers", async () => {
  const { post, rows } = await createTestApp();
  const answers = `{"__proto__":{"admin":"yes"},"constructor":{"prototype":{"admin":"yes"}},${JSON.stringify(harpreet).slice(1)}`;
  const response = await post(path, `{"__proto__":{"formName":"x"},"formName":"Contact Us","formData":${answers}}`);
  expect(response.status).toBe(200);
  expect(rows()[0]?.form_data).toBe(JSON.stringify(harpreet));
  expect(({} as { admin?: string }).admin).toBeUndefined();
});

test('when the store fails the response has the number to call and a Retry-After', async () => {
  const { send, services, logged } = await createTestApp();
  await services.close();
  const response = await send('Contact Us', harpreet);
  expect(response.status).toBe(503);
  expect(response.headers.get('retry-after')).toBe('30');
  expect((await response.json()).message).toContain(site.helpline.display);
  expect(logged.join('')).toContain('submission not stored');
});

test('every text field of every form keeps every kind of white space and line break', async () => {
  const { send, rows } = await createTestApp();
  const typed = ' \t\u00a0\u2028\u200b\ufeffa\r\nb\rc\n ';
  for (const { formName, data } of [samples[0], samples[5], samples[10]].flatMap((sample) => sample ?? [])) {
    const texts = fieldsOf(findForm(formName) as NonNullable<ReturnType<typeof findForm>>).filter(
      (field) => /^text/.test(field.type) && isAsked(field, data),
    );
    const answers = { ...data, ...Object.fromEntries(texts.map(({ name }) => [name, typed])) };
    expect((await send(formName, answers)).status).toBe(200);
    expect(JSON.parse(rows().find((row) => row.form_name === formName)?.form_data ?? '')).toEqual(answers);
  }
});
