// Protects: /openapi.json is valid and describes every public endpoint.
import { describe, expect, test } from 'vitest';
import { contact } from '#forms/contact.ts';
import { fieldsOf } from '#forms/form.ts';
import { findForm, forms } from '#forms/forms.ts';
import { readAnswers } from '#forms/read.ts';
import { createTestApp } from '#testing/create-test-app.ts';
import { sampleMessages, samples } from '#testing/fixtures/submissions.ts';
import { documentOf, validatorOf } from '#testing/openapi-document.ts';
import { answersSchema } from './openapi.ts';

const functionPath = '/functions/v1/send-form-email';
const restPath = '/rest/v1/form_submissions';

const requestSchema = (path: string) => ['paths', path, 'post', 'requestBody', 'content', 'application/json', 'schema'];

test('the document is JSON that caches keep for an hour, and names this site as its server', async () => {
  const product = await createTestApp();
  const response = await product.app.request('/openapi.json');
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(response.headers.get('cache-control')).toBe('public, max-age=3600');
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  const etag = response.headers.get('etag') ?? '';
  const again = await product.app.request('/openapi.json', { headers: { 'If-None-Match': etag } });
  expect(again.status).toBe(304);
  expect(await response.json()).toMatchObject({ openapi: '3.1.1', servers: [{ url: 'https://kerbside.example' }] });
});

test('every operation has its own id and every reference leads somewhere', async () => {
  const document = await documentOf(await createTestApp());
  const ids = Object.values(document.paths).flatMap((path) => Object.values(path).map(({ operationId }) => operationId));
  expect(new Set(ids).size).toBe(ids.length);
  const text = JSON.stringify(document);
  for (const [, name] of text.matchAll(/"#\/components\/schemas\/(\w+)"/g)) expect(text).toContain(`"${name}":{`);
});

describe('requests', () => {
  test.each(samples)('$formName is described as it is accepted: $shows', async ({ formName, data }) => {
    const check = validatorOf(await documentOf(await createTestApp()));
    expect(check(requestSchema(functionPath), { formName, formData: data })).toBeNull();
    expect(check(requestSchema(restPath), { form_name: formName, form_data: data })).toBeNull();
    expect(check(requestSchema(restPath), [{ form_name: formName, form_data: data }])).toBeNull();
  });

  test('every field of every form accepts by its schema what the server accepts, and nothing else', async () => {
    const check = validatorOf(await documentOf(await createTestApp()));
    const values = [
      undefined,
      '',
      'yes',
      'no',
      'x',
      ' ',
      'a@b',
      'a@b.c',
      'a b@c.d',
      'a@@b.c',
      '@b.c',
      'a@b..',
      7,
      null,
      [],
      true,
    ];
    for (const form of forms) {
      const complete = samples.find(({ formName }) => formName === form.name)?.data ?? {};
      for (const field of fieldsOf(form))
        for (const value of [...values, ...(field.options ?? []).map((option) => option.value)]) {
          // A field with a condition is looked at where it is asked. That it is required there is told in words.
          if (field.showIf && field.required && !value) continue;
          const asked = field.showIf ? { [field.showIf.field]: field.showIf.is[0] ?? '' } : {};
          const { [field.name]: _, ...others } = { ...complete, ...asked };
          const answers = value === undefined ? others : { ...others, [field.name]: value };
          const isAccepted = readAnswers(form, answers).kind === 'complete';
          const isValid = check(requestSchema(functionPath), { formName: form.name, formData: answers }) === null;
          expect([form.name, field.name, value, isValid]).toEqual([form.name, field.name, value, isAccepted]);
        }
    }
  });

  test('the choices of an own question are examples, as the server takes those of before', () => {
    const options = [{ value: 'front', label: 'Front' }];
    const own = { name: 'dashcam', label: 'Dashcam?', type: 'radio', required: true, options, isOwn: true } as const;
    const form = { ...contact, sections: [{ title: 'More', fields: [own, { ...own, name: 'given', isOwn: false }] }] };
    expect(readAnswers(form, { dashcam: 'rear', given: 'front' })).toMatchObject({ kind: 'complete' });
    expect(answersSchema(form)).toMatchObject({
      properties: {
        dashcam: { type: 'string', title: 'Dashcam?', examples: ['front'], minLength: 1 },
        given: { type: 'string', title: 'Dashcam?', enum: ['front'] },
      },
    });
  });

  test('a form that there is not is described nowhere', async () => {
    const check = validatorOf(await documentOf(await createTestApp()));
    expect(findForm('Newsletter')).toBeNull();
    expect(check(requestSchema(functionPath), { formName: 'Newsletter', formData: sampleMessages[0].data })).not.toBeNull();
    expect(check(requestSchema(restPath), [])).not.toBeNull();
  });
});
