// Protects: two submissions never share a reference.
import { describe, expect, test } from 'vitest';
import { claim } from '#forms/claim.ts';
import { createLog } from '#server/core/observability/log.ts';
import { testDatabases } from '#testing/databases.ts';
import { aoife, xiaoming } from '#testing/fixtures/people.ts';
import { createSubmissionStore } from '../submission-store.ts';
import { createAccept } from './accept.ts';

const databases = testDatabases();

describe('a reference that another submission has', () => {
  async function openDesk(references: string[]) {
    const { db, ...database } = await databases.open();
    const accept = createAccept({
      store: createSubmissionStore({ db, ...database }),
      limits: null,
      log: createLog({ level: 'error', write: () => {} }),
      now: Date.now,
      reference: () => references.shift() ?? 'none left',
      onStored: () => {},
    });
    const send = (answers: Record<string, string>) => accept({ form: claim, answers, idempotencyKey: null, cameBy: 'function' });
    const stored = async () =>
      (await db.selectFrom('form_submissions').select('reference').orderBy('reference').execute()).map((row) => row.reference);
    return { send, stored };
  }

  test('is replaced by a new one, and the rest of the batch is stored as well', async () => {
    const { send, stored } = await openDesk(['7F4M-9TQX', '7F4M-9TQX', '3333-3333', '4444-4444']);
    expect(await send(aoife)).toMatchObject({ kind: 'accepted', submission: { reference: '7F4M-9TQX' } });
    const together = await Promise.all([send(xiaoming), send({ ...xiaoming, firstName: 'Wei' })]);
    expect(together).toMatchObject([
      { kind: 'accepted', submission: { reference: '4444-4444' } },
      { kind: 'accepted', submission: { reference: '3333-3333' } },
    ]);
    expect(await stored()).toEqual(['3333-3333', '4444-4444', '7F4M-9TQX']);
  });
});
