// Protects: personal details can be erased from the audit trail while its chain stays verifiable.
import { describe, expect, test } from 'vitest';
import { day } from '#forms/durations.ts';
import { testDatabases } from '#testing/databases.ts';
import { createAudit } from './audit.ts';
import type { ClaimAction } from './audit-event.ts';
import { verifyChain } from './verify-chain.ts';

const databases = testDatabases();
const start = Date.UTC(2026, 10, 1);
const somebody = { id: null, name: 'Somebody' };
const retention = { id: null, name: 'Retention' };
const from = { by: 'sign-in', address: '203.0.113.77', browser: 'Netscape 4' };

describe('audit details', () => {
  async function openTrail() {
    const database = await databases.open();
    const clock = { now: start };
    const audit = createAudit({ database, now: () => clock.now });
    const rows = async () => JSON.stringify(await database.db.selectFrom('audit_events').selectAll().execute());
    for (let i = 0; i < 6; i += 1) {
      await audit.record({ actor: somebody, action: 'sign-in failed', subjectId: 'hana', details: from });
      await audit.record({ actor: somebody, action: 'invited', details: { email: 'kim@kerbside.example', role: 'handler' } });
      await audit.record({ actor: somebody, action: 'role changed', subjectId: 'hana', details: { role: 'owner' } });
      clock.now += day;
    }
    return { ...database, database, audit, rows, verify: () => verifyChain(database) };
  }

  test('addresses, browsers and invited emails can be erased, the rest stays, and the chain is whole', async () => {
    const { audit, verify, rows, db } = await openTrail();
    await audit.eraseDetails(retention, start + 3 * day);
    expect(await verify()).toMatchObject({ kind: 'whole', events: 19 });
    const old = await db
      .selectFrom('audit_events')
      .selectAll()
      .where('at', '<', start + 3 * day)
      .execute();
    expect(new Set(old.map(({ action, details }) => `${action} ${details}`))).toEqual(
      new Set(['sign-in failed {}', 'invited {}', 'role changed {"role":"owner"}']),
    );
    expect(await rows()).toContain(from.address);
    await audit.eraseDetails(retention, start + 60 * day);
    await audit.eraseDetails(retention, start + 61 * day);
    expect(await rows()).not.toMatch(/203\.0\.113|Netscape|kim@/);
    // The third time there was nothing to erase.
    expect(await verify()).toMatchObject({ kind: 'whole', events: 20 });
  });

  test('details that were changed, erased too early, or erased although they are to be kept, are detected', async () => {
    const change = async (id: string, set: { details: string; details_salt?: null }) => {
      const { db, verify } = await openTrail();
      await db.updateTable('audit_events').set(set).where('id', '=', id).execute();
      return verify();
    };
    expect(await change('000000000001', { details: '{"address":"198.51.100.1"}' })).toMatchObject({ kind: 'broken' });
    expect(await change('000000000003', { details: '{"role":"handler"}' })).toMatchObject({ id: '000000000003' });
    expect(await change('000000000004', { details: '{}', details_salt: null })).toEqual({
      kind: 'broken',
      id: '000000000004',
      message: 'Its details were taken out before their time.',
    });
    expect(await change('000000000006', { details: '{}', details_salt: null })).toMatchObject({
      kind: 'broken',
      id: '000000000006',
      message: 'Its details were changed or taken out.',
    });
  });

  test('reasons that were typed about a claim can be erased with it, not without it, and not by their age', async () => {
    const { audit, database, db, rows, verify } = await openTrail();
    const declined = (subjectId: string) =>
      audit.record({
        actor: somebody,
        action: 'erasure declined' as ClaimAction,
        subjectId,
        details: { reason: `Of ${subjectId}.` },
      });
    await declined('claim 1');
    await declined('claim 2');
    await audit.eraseDetails(retention, start + 60 * day);
    expect(await rows()).toContain('Of claim 1.');
    await database.write(async (tx) => {
      await audit.eraseReasons(tx, ['claim 1']);
      audit.recordIn(tx, { actor: somebody, action: 'erased', subjectId: 'claim 1' });
    });
    expect(await rows()).not.toContain('Of claim 1.');
    expect(await verify()).toMatchObject({ kind: 'whole' });
    await db.updateTable('audit_events').set({ details: '{}', details_salt: null }).where('subject_id', '=', 'claim 2').execute();
    expect(await verify()).toEqual({
      kind: 'broken',
      id: '000000000020',
      message: 'Its details were taken out, and its claim was not erased.',
    });
  });
});
