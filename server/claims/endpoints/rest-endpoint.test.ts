// Protects: the REST endpoint inserts and returns as PostgREST does, and reads nothing.
import { describe, expect, test } from 'vitest';
import { createTestApp } from '#testing/create-test-app.ts';
import { sampleMessages } from '#testing/fixtures/submissions.ts';

const harpreet = sampleMessages[0].data;
const path = '/rest/v1/form_submissions';
const row = { form_name: 'Contact Us', form_data: harpreet };
const inserted = {
  id: expect.stringMatching(/^[0-9a-f-]{36}$/),
  form_name: 'Contact Us',
  form_data: harpreet,
  created_at: '2026-11-20T14:05:00.000Z',
};

test.each([
  ['an object', row],
  ['a list of one', [row]],
  ['with columns that are not ours to set', { ...row, id: 'mine', created_at: '1999-01-01', reference: 'AAAA-AAAA' }],
])('%s is inserted and returned', async (_, body) => {
  const { post, rows, emails } = await createTestApp();
  const response = await post(`${path}?columns=%22form_name%22%2C%22form_data%22&select=*`, body, {
    Prefer: 'return=representation',
  });
  expect(response.status).toBe(201);
  expect(await response.json()).toEqual([inserted]);
  expect(rows()).toMatchObject([{ came_by: 'rest', form_data: JSON.stringify(harpreet) }]);
  expect(emails()).toHaveLength(1);
});

test('a caller that asks for one object gets one', async () => {
  const { post } = await createTestApp();
  const response = await post(path, row, { Prefer: 'return=representation', Accept: 'application/vnd.pgrst.object+json' });
  expect(await response.json()).toEqual(inserted);
});

test.each(['return=minimal', 'return=headers-only', 'tx=commit, return=minimal'])(
  'Prefer: %s gives nothing back',
  async (prefer) => {
    const { post, rows } = await createTestApp();
    const response = await post(path, row, { Prefer: prefer });
    expect([response.status, await response.text()]).toEqual([201, '']);
    expect(rows()).toHaveLength(1);
  },
);

test.each([
  ['form_name', { form_name: 'Contact Us' }],
  ['id, created_at', { id: inserted.id, created_at: inserted.created_at }],
  ['*', inserted],
  ['reference,idempotency_key,came_by,secret', {}],
])('select=%s chooses the columns of the response', async (select, stored) => {
  const { post } = await createTestApp();
  const response = await post(`${path}?select=${encodeURIComponent(select)}`, row);
  expect(await response.json()).toEqual([stored]);
});

describe('requests that are refused and store nothing', () => {
  test.each([
    ['no row', [], 400],
    ['two rows', [row, row], 400],
    ['no object', 'null', 404],
    ['a list in a list', [[row]], 404],
    ['2,000 lists in each other', `${'['.repeat(2_000)}${']'.repeat(2_000)}`, 404],
    ['50,000 lists in each other', `${'['.repeat(50_000)}${']'.repeat(50_000)}`, 413],
    ['another form', { ...row, form_name: 'Newsletter' }, 404],
    ['names of the other endpoint', { formName: 'Contact Us', formData: harpreet }, 404],
    ['answers as text', { ...row, form_data: JSON.stringify(harpreet) }, 422],
    ['a malformed address', { ...row, form_data: { ...harpreet, email: 'harpreet@nowhere' } }, 422],
  ])('%s', async (_, body, status) => {
    const { post, rows } = await createTestApp();
    const response = await post(path, body);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ message: expect.stringMatching(/\S/) });
    expect(rows()).toEqual([]);
  });
});

test('submissions cannot be read', async () => {
  const { app, post } = await createTestApp();
  const [{ id }] = await (await post(path, row)).json();
  for (const query of ['', '?select=*', `?id=eq.${id}`]) {
    for (const method of ['GET', 'HEAD', 'DELETE', 'PATCH', 'QUERY']) {
      const response = await app.request(`${path}${query}`, {
        method,
        headers: { apikey: 'anon', Authorization: 'Bearer anon' },
      });
      expect(response.status).toBe(405);
      expect(await response.text()).not.toContain('Harpreet');
    }
  }
  expect((await app.request(`${path}/${id}`)).status).toBe(404);
});
