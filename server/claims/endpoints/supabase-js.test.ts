// Protects: the real supabase-js works against the product.
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { createClient, FunctionsHttpError } from '@supabase/supabase-js';
import { describe, expect, onTestFinished, test } from 'vitest';
import { refusals, wireErrors } from '#forms/errors.ts';
import { notices } from '#forms/notices.ts';
import { createTestApp } from '#testing/create-test-app.ts';
import { sampleMessages } from '#testing/fixtures/submissions.ts';

const harpreet = sampleMessages[0].data;
const row = { form_name: 'Contact Us', form_data: harpreet };

/** Opens the library as the specification's front end does, against a listening server. */
async function openSupabase() {
  const testApp = await createTestApp();
  const server = serve({ fetch: testApp.app.fetch, port: 0, hostname: '127.0.0.1' });
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const client = createClient(`http://127.0.0.1:${port}`, 'anonymous-key', { auth: { persistSession: false } });
  const send = (body: Record<string, unknown>, headers: Record<string, string> = {}) =>
    client.functions.invoke('send-form-email', { body, headers });
  return { ...testApp, client, send };
}

describe('functions.invoke', () => {
  test('sends a form and gets the message, the reference and the time', async () => {
    const { send, rows, emails, clock } = await openSupabase();
    const { data, error } = await send({ formName: 'Contact Us', formData: harpreet });
    expect(error).toBeNull();
    const createdAt = new Date(clock.now).toISOString();
    expect(data).toEqual({ message: notices.success.description, reference: rows()[0]?.reference, createdAt });
    expect(rows()).toMatchObject([{ form_data: JSON.stringify(harpreet), quarantined_at: null }]);
    expect(emails()).toHaveLength(1);
  });

  test('and the insert of the same row, by key or by content, are one submission', async () => {
    const { client, send, rows, emails } = await openSupabase();
    await Promise.all([
      send({ formName: 'Contact Us', formData: harpreet }, { 'Idempotency-Key': 'k1' }),
      send({ formName: 'Contact Us', formData: harpreet }, { 'Idempotency-Key': 'k1' }),
      client.from('form_submissions').insert(row),
    ]);
    expect([rows().length, emails().length]).toEqual([1, 1]);
  });

  test.each([
    [
      'answers that cannot be taken',
      { formName: 'Contact Us', formData: { ...harpreet, email: 'x' } },
      422,
      refusals.checkAnswers,
    ],
    ['a form that there is not', { formName: 'Newsletter', formData: {} }, 404, wireErrors.noSuchForm],
  ])('reads the message for %s', async (_, body, status, message) => {
    const { send, rows } = await openSupabase();
    const { data, error } = await send(body);
    expect(data).toBeNull();
    expect(error).toBeInstanceOf(FunctionsHttpError);
    const response = (error as FunctionsHttpError).context as Response;
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ message });
    expect(rows()).toEqual([]);
  });

  test('finds no other function', async () => {
    const { client } = await openSupabase();
    const { error } = await client.functions.invoke('other', { body: {} });
    expect((error as FunctionsHttpError).context.status).toBe(404);
  });
});

describe("from('form_submissions')", () => {
  test('insert().select() returns the row in a list', async () => {
    const { client, rows } = await openSupabase();
    const { data, error, status } = await client.from('form_submissions').insert(row).select();
    expect([error, status]).toEqual([null, 201]);
    expect(data).toEqual([{ id: rows()[0]?.id, ...row, created_at: '2026-11-20T14:05:00.000Z' }]);
  });

  test('insert([row]).select().single() returns the row itself', async () => {
    const { client, rows } = await openSupabase();
    const { data, error } = await client.from('form_submissions').insert([row]).select('id, form_name').single();
    expect(error).toBeNull();
    expect(data).toEqual({ id: rows()[0]?.id, form_name: 'Contact Us' });
  });

  test('insert() alone is enough', async () => {
    const { client, rows } = await openSupabase();
    const { error, status } = await client.from('form_submissions').insert(row);
    expect([error, status, rows().length]).toEqual([null, 201, 1]);
  });

  test('reads the message for invalid answers', async () => {
    const { client, rows } = await openSupabase();
    const { data, error, status } = await client
      .from('form_submissions')
      .insert({ ...row, form_data: { ...harpreet, email: 'x' } })
      .select();
    expect([data, status]).toEqual([null, 422]);
    expect(error).toMatchObject({ message: refusals.checkAnswers, fields: { email: notices.invalidEmail.description } });
    expect(rows()).toEqual([]);
  });

  test('inserts one row at a time', async () => {
    const { client, rows } = await openSupabase();
    const { error, status } = await client.from('form_submissions').insert([row, row]).select();
    expect([error?.message, status, rows()]).toEqual([wireErrors.oneRow, 400, []]);
  });

  test('can be neither read, nor changed, nor deleted', async () => {
    const { client, rows } = await openSupabase();
    await client.from('form_submissions').insert(row);
    for (const request of [
      client.from('form_submissions').select(),
      client.from('form_submissions').update({ form_name: 'x' }).eq('form_name', 'Contact Us'),
      client.from('form_submissions').delete().eq('form_name', 'Contact Us'),
    ]) {
      const { data, error, status } = await request;
      expect([data, error?.message, status]).toEqual([null, wireErrors.onlyPost, 405]);
    }
    expect(rows()).toHaveLength(1);
  });

  test('is the only table', async () => {
    const { client } = await openSupabase();
    const { error, status } = await client.from('letters').insert({ kind: 'x' });
    expect([error?.message, status]).toEqual([wireErrors.noSuchTable, 404]);
  });
});
