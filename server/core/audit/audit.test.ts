// Protects: the audit trail is one chain, and a change to it is detected.
import { describe, expect, test } from 'vitest';
import { testDatabases } from '#testing/databases.ts';
import { olu } from '#testing/fixtures/test-staff.ts';
import { createAudit } from './audit.ts';
import { hashOf } from './audit-event.ts';
import { verifyChain } from './verify-chain.ts';

const databases = testDatabases();

describe('the audit trail', () => {
  async function openTrail(events = 5) {
    const database = await databases.open();
    const audit = createAudit({ database, now: () => 1_700_000_000_000 });
    await Promise.all(
      Array.from({ length: events }, (_, i) => audit.record({ actor: olu, action: 'submission viewed', subjectId: `s${i}` })),
    );
    return { ...database, audit, verify: (expected?: string) => verifyChain(database, expected) };
  }

  test('events recorded at the same time make one chain', async () => {
    const { verify } = await openTrail(25);
    expect(await verify()).toMatchObject({ kind: 'whole', events: 25 });
  });

  test('events recorded at the same time share transactions', async () => {
    const database = await databases.open();
    let transactions = 0;
    const write: typeof database.write = (work) => {
      transactions += 1;
      return database.write(work);
    };
    const audit = createAudit({ database: { ...database, write }, now: Date.now });
    await Promise.all(Array.from({ length: 200 }, () => audit.record({ actor: olu, action: 'inbox viewed' })));
    expect(transactions).toBeLessThan(10);
    expect(await verifyChain(database)).toMatchObject({ kind: 'whole', events: 200 });
  });

  test('the events of a transaction are added when its work is done, in the order of recording', async () => {
    const { db, write, audit, verify } = await openTrail(1);
    await write(async (tx) => {
      audit.recordIn(tx, { actor: olu, action: 'assigned', subjectId: 's1' });
      audit.recordIn(tx, { actor: olu, action: 'signed out', subjectId: 's1' });
      expect(await tx.selectFrom('audit_events').select('id').execute()).toHaveLength(1);
    });
    const rows = await db.selectFrom('audit_events').select('action').orderBy('id').execute();
    expect(rows.map(({ action }) => action)).toEqual(['submission viewed', 'assigned', 'signed out']);
    expect(await verify()).toMatchObject({ kind: 'whole', events: 3 });
  });

  test('an event that was edited, removed or inserted is detected', async () => {
    const edited = await openTrail();
    await edited.db.updateTable('audit_events').set({ actor: 'Somebody else' }).where('id', '=', '000000000003').execute();
    expect(await edited.verify()).toMatchObject({
      kind: 'broken',
      id: '000000000003',
      message: 'It was changed after it was written.',
    });

    const short = await openTrail();
    await short.db.deleteFrom('audit_events').where('id', '=', '000000000002').execute();
    expect(await short.verify()).toMatchObject({ kind: 'broken', id: '000000000003' });

    const rehashed = await openTrail();
    const event = { actor: 'Somebody else' };
    const rows = rehashed.db.selectFrom('audit_events').selectAll().where('id', '=', '000000000003');
    const hash = hashOf({ ...(await rows.executeTakeFirstOrThrow()), ...event });
    await rehashed.db
      .updateTable('audit_events')
      .set({ ...event, hash })
      .where('id', '=', '000000000003')
      .execute();
    expect(await rehashed.verify()).toMatchObject({ kind: 'broken', id: '000000000004' });
  });

  test('a missing end is detected with a head that was noted before', async () => {
    const { db, verify } = await openTrail();
    const whole = await verify();
    if (whole.kind !== 'whole') throw new Error(whole.message);
    await db.deleteFrom('audit_events').where('id', '>', '000000000003').execute();
    expect(await verify()).toMatchObject({ kind: 'whole', events: 3 });
    expect(await verify(whole.head)).toMatchObject({ kind: 'cut' });
  });

  test('a transaction that was rolled back leaves no event', async () => {
    const { write, audit, verify } = await openTrail(1);
    const failing = write(async (tx) => {
      audit.recordIn(tx, { actor: olu, action: 'assigned', subjectId: 's1' });
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await verify()).toMatchObject({ kind: 'whole', events: 1 });
  });
});
