// Protects: records of sign-ins, invitations and attempts are erased after their time.
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { day, hour } from '#forms/durations.ts';
import { verifyChain } from '#server/core/audit/verify-chain.ts';
import { createTestDesk, tenOClock } from '#testing/create-test-desk.ts';
import { testDatabases } from '#testing/databases.ts';
import { aoife, lukasz, xiaoming } from '#testing/fixtures/people.ts';
import { grace } from '#testing/fixtures/test-staff.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';

const databases = testDatabases();
const iso = (at: number) => new Date(at).toISOString();

describe('what is kept of sign-ins and invitations', () => {
  test('is erased after its time, and the audit trail still says who did what and verifies', async () => {
    const database = await databases.open();
    const { db } = database;
    const dataDir = temporaryFolder();
    const mailFolder = join(dataDir, 'mail');
    mkdirSync(mailFolder);
    const {
      desk,
      runConfirmedRetention,
      audit,
      clock,
      advance,
      storeClaim,
      emails: readEmails,
    } = await createTestDesk(database, { dataDir });
    const claim = await storeClaim(aoife, { createdAt: clock.time });
    const details = { by: 'sign-in', address: '203.0.113.77', browser: 'Netscape 4' };
    await audit.record({ actor: { id: null, name: 'Somebody' }, action: 'sign-in failed', subjectId: grace.id, details });
    const addEmail = (at: number, sent: boolean) => {
      const id = randomUUID();
      const file = join(mailFolder, `2026-11-20T22-05-00-000Z-invitation-${id}.eml`);
      writeFileSync(file, 'To: kim@kerbside.example');
      const email = { id, kind: 'email', template: 'invitation', recipient: 'kim@kerbside.example', created_at: at, run_at: at };
      return db
        .insertInto('jobs')
        .values({ ...email, finished_at: sent ? at : null })
        .execute()
        .then(() => ({ id, file }));
    };
    const [sent, waiting] = [await addEmail(clock.time, true), await addEmail(clock.time, false)];
    const told = { id: 'told', kind: 'alarm-once', created_at: clock.time, run_at: clock.time, finished_at: clock.time };
    await db.insertInto('jobs').values(told).execute();
    const invitation = { email: 'kim@kerbside.example', role: 'handler', invited_by: 'Grace', created_at: clock.time } as const;
    await db
      .insertInto('staff_invitations')
      .values({ ...invitation, id: 'i', token_hash: 'h', expires_at: clock.time + 2 * day })
      .execute();
    const session = { userId: grace.id, ipAddress: '203.0.113.77', userAgent: 'Netscape 4', createdAt: iso(tenOClock) };
    for (const [id, endsIn] of [
      ['ended', hour],
      ['open', 120 * day],
    ] as const)
      await db
        .insertInto('staff_sessions')
        .values({ ...session, id, token: id, updatedAt: iso(tenOClock), expiresAt: iso(tenOClock + endsIn) })
        .execute();
    const count = async () => ({
      told: (await db.selectFrom('jobs').select('id').where('kind', '=', told.kind).execute()).length,
      emails: (await readEmails()).map(({ id }) => id).filter((id) => id === sent.id || id === waiting.id).length,
      details: (await audit.newest({ before: null, subjectIds: [grace.id], limit: 9 })).map((event) => event.details),
      invitations: (await db.selectFrom('staff_invitations').select('id').execute()).length,
      sessions: (await db.selectFrom('staff_sessions').select('id').execute()).map(({ id }) => id),
    });

    await advance(89 * day);
    await runConfirmedRetention();
    await desk.eraseExpiredAccess();
    expect(await count()).toMatchObject({
      told: 1,
      emails: 2,
      details: [JSON.stringify(details)],
      invitations: 1,
      sessions: ['open'],
    });
    await advance(4 * day);
    await runConfirmedRetention();
    await desk.eraseExpiredAccess();
    expect(await count()).toMatchObject({ told: 0, emails: 1, details: ['{}'], invitations: 0, sessions: ['open'] });
    expect([existsSync(sent.file), existsSync(waiting.file)]).toEqual([false, true]);
    expect(await db.selectFrom('form_submissions').select('id').execute()).toEqual([{ id: claim }]);
    const events = await audit.newest({ before: null, subjectIds: null, limit: 50 });
    expect(events.at(-1)).toMatchObject({ action: 'sign-in failed', actor: 'Somebody', subject_id: grace.id });
    expect(await verifyChain(database)).toMatchObject({ kind: 'whole' });
  });

  test('attempts at sending an email are deleted after their time, unless it still waits', async () => {
    const database = await databases.open();
    const { runConfirmedRetention, clock, advance, storeClaim, emails } = await createTestDesk(database);
    await storeClaim(aoife, { createdAt: clock.time });
    await storeClaim(lukasz, { createdAt: clock.time });
    await storeClaim(xiaoming, { createdAt: clock.time });
    const [sent, failed, waiting] = (await emails()).map(({ id }) => id);
    const attempt = (id: string | undefined, at: number, outcome: string) =>
      database.db
        .insertInto('job_attempts')
        .values({ id: randomUUID(), job_id: id ?? '', kind: 'email', at, outcome, detail: '550 kim@kerbside.example?' })
        .execute();
    for (const id of [sent, failed, waiting]) await attempt(id, clock.time, 'deferred');
    await attempt(sent, clock.time + 2 * day, 'sent');
    const update = (id: string | undefined, values: { finished_at?: number; failed_at?: number }) =>
      database.db
        .updateTable('jobs')
        .set(values)
        .where('id', '=', id ?? '')
        .execute();
    await update(sent, { finished_at: clock.time + 2 * day });
    await update(failed, { failed_at: clock.time });
    const attempts = async () =>
      (await database.db.selectFrom('job_attempts').select(['job_id', 'outcome']).orderBy('at').execute()).map(
        ({ job_id, outcome }) => [job_id, outcome],
      );

    await advance(89 * day);
    await runConfirmedRetention();
    expect(await attempts()).toHaveLength(4);
    await advance(2 * day);
    await runConfirmedRetention();
    expect(await attempts()).toEqual([
      [waiting, 'deferred'],
      [sent, 'sent'],
    ]);
    expect(await emails()).toHaveLength(3);
  });
});
