// Protects: a photograph that cannot arrive is named with the reason, and holds up no other.
import { expect, test } from 'vitest';
import { evidenceLimits } from '#forms/evidence-rules.ts';
import { refusedFiles } from '#testing/fixtures/evidence-files.ts';
import { createPhotographPhone, photographOf } from '#testing/photograph-phone.ts';
import { sendWaitingPhotographs } from './send-waiting.ts';
import { write } from './waiting-database.ts';

test('One that our server does not take', async () => {
  const { stored, left } = await createPhotographPhone(
    photographOf('page.jpg', refusedFiles['a page']),
    photographOf('good.jpg'),
  );
  await sendWaitingPhotographs('leave');
  expect(await left()).toEqual({ photographs: 0, notTaken: [expect.stringContaining('page.jpg: Web pages')] });
  expect(stored()).toEqual(['good.jpg']);
});

test('One that the device has lost', async () => {
  const { stored, left } = await createPhotographPhone(photographOf('lost.jpg'), photographOf('good.jpg'));
  await write(async ({ photographs, bytes }) => {
    for (const { id, name } of await photographs.all()) if (name === 'lost.jpg') await bytes.delete(id);
  });
  await sendWaitingPhotographs('leave');
  expect(await left()).toEqual({ photographs: 0, notTaken: [expect.stringContaining('lost.jpg: This device has lost it')] });
  expect(stored()).toEqual(['good.jpg']);
});

test('Each beyond the most that a claim can have', async () => {
  const { server, reference, stored, left } = await createPhotographPhone(photographOf('a.jpg'), photographOf('b.jpg'));
  const insert = server.sqlite.prepare(
    'insert into evidence (id, submission_id, name, size, created_at, added_by) select ?, id, ?, 1, ?, ? from form_submissions where reference = ?',
  );
  for (let index = 0; index < evidenceLimits.claimFiles; index += 1)
    insert.run(`file-${index}`, `file ${index}.jpg`, Date.now(), 'claimant', reference);
  await sendWaitingPhotographs('leave');
  const sentence = (name: string) => expect.stringContaining(`${name}: This claim has ${evidenceLimits.claimFiles} files`);
  expect(await left()).toEqual({ photographs: 0, notTaken: ['a.jpg', 'b.jpg'].map(sentence) });
  expect(stored()).toEqual([]);
});
