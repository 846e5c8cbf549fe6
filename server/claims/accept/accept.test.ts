// Protects: what fails after the commit cannot turn an accepted submission into an error.
import { expect, test } from 'vitest';
import { contact } from '#forms/contact.ts';
import { createLog } from '#server/core/observability/log.ts';
import { testDatabases } from '#testing/databases.ts';
import { sampleMessages } from '#testing/fixtures/submissions.ts';
import { createSubmissionStore } from '../submission-store.ts';
import { createAccept } from './accept.ts';

const databases = testDatabases();

test('a submission that is stored is accepted, whatever fails after that', async () => {
  const database = await databases.open('sqlite');
  const lines: string[] = [];
  const accept = createAccept({
    store: createSubmissionStore(database),
    limits: null,
    now: Date.now,
    log: createLog({ level: 'info', write: (line) => lines.push(line) }),
    onStored: () => {
      throw new Error('the desk has a fault');
    },
  });
  const acceptance = await accept({ form: contact, answers: sampleMessages[0].data, idempotencyKey: null, cameBy: 'function' });
  expect(acceptance.kind).toBe('accepted');
  expect(await database.db.selectFrom('form_submissions').select('form_name').execute()).toHaveLength(1);
  expect(lines.join('')).toContain('the desk has a fault');
});
