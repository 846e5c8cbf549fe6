// Protects: a tab that the phone lets sleep with the database open holds up no other, and what is empty is deleted once it has closed it.
import { expect, test } from 'vitest';
import { createTestDevice } from '#testing/device.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { tidyUp, write } from './waiting-database.ts';
import { keep, readWaiting, remove } from './waiting-store.ts';

const key = 'k'.repeat(32);
const submission = {
  key,
  url: '/functions/v1/send-form-email',
  body: JSON.stringify({ formName: 'claim', formData: aoife }),
  what: 'claim' as const,
  slug: 'claim',
  path: '/make-a-claim',
  createdAt: 0,
  state: { kind: 'waiting' as const },
};

test('While a tab sleeps with the database open, others keep and delete, and the database goes when it is closed', async () => {
  const device = createTestDevice(async () => new Response());
  const { promise: awake, resolve: wake } = Promise.withResolvers<void>();
  await device.tab(() => keep(submission));
  const sleeper = device.tab(() => write(() => awake));
  await device.tab(() => remove(key));
  await device.tab(tidyUp);
  await device.tab(() => keep(submission));
  expect(await readWaiting()).toMatchObject([{ key }]);
  await device.tab(() => remove(key));
  wake();
  await sleeper;
  await device.tab(tidyUp);
  expect(await indexedDB.databases()).toEqual([]);
});

test('A change that fails half way changes nothing', async () => {
  const device = createTestDevice(async () => new Response());
  await device.tab(() => keep(submission));
  const failing = write(async ({ submissions }) => {
    await submissions.delete(key);
    throw new Error('It failed.');
  });
  await expect(failing).rejects.toThrow('It failed.');
  await write(({ photographs }) => photographs.add({ id: 1, key, name: 'a.jpg', type: '', addedAt: 0 }));
  await expect(
    write(({ photographs }) => photographs.add({ id: 1, key, name: 'b.jpg', type: '', addedAt: 0 })),
  ).rejects.toThrow();
  expect(await readWaiting()).toMatchObject([{ key }]);
});
