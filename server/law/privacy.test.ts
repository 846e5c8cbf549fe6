// Protects: a person's data is found, exported and erased, and only that.
import { describe, expect, test } from 'vitest';
import { hour } from '#forms/durations.ts';
import { notSearched } from '#forms/subject-access.ts';
import { verifyChain } from '#server/core/audit/verify-chain.ts';
import { createTestDesk, tenOClock } from '#testing/create-test-desk.ts';
import { emailQueue, indexedTerms, testDatabases } from '#testing/databases.ts';
import { aoife, lukasz } from '#testing/fixtures/people.ts';
import { grace, olu } from '#testing/fixtures/test-staff.ts';

const databases = testDatabases();

describe('privacy', () => {
  async function setup(more: Parameters<typeof createTestDesk>[1] = {}) {
    const database = await databases.open();
    const everything = async () => {
      const tables = ['form_submissions', 'jobs', 'job_attempts', 'notes'] as const;
      const rows = await Promise.all(tables.map((table) => database.db.selectFrom(table).selectAll().execute()));
      return JSON.stringify([...rows, await indexedTerms(database)]);
    };
    const tombstones = () => database.db.selectFrom('tombstones').selectAll().orderBy('id').execute();
    return { ...(await createTestDesk(database, more)), database, everything, tombstones };
  }

  test('a person is found by email or phone, including what was just stored, and nobody else is', async () => {
    const { storeClaim, desk } = await setup();
    const claim = await storeClaim(aoife, { createdAt: tenOClock - hour });
    const quarantined = await storeClaim({ ...aoife, email: 'AOIFE.O’NEIL@EXAMPLE.COM' }, { quarantineReason: 'a link' });
    await storeClaim({ ...lukasz, phone: '900101' });
    const ids = async (contact: string) => (await desk.findPerson(olu, contact)).map(({ id }) => id);
    expect(await ids(" Aoife.O'Neil@example.com")).toEqual([claim]);
    expect(await ids('+44 7700 900101')).toEqual([quarantined, claim]);
    expect(await ids("Aoife <aoife.o'neil@example.com>")).toEqual([claim]);
    expect(await ids('07700 900101, nobody@example.com')).toEqual([quarantined, claim]);
    expect(await ids('neil')).toEqual([]);
    expect(await ids('')).toEqual([]);
  });

  test('an export holds everything, for programs and for people', async () => {
    const { storeClaim, desk, database, events } = await setup();
    const id = await storeClaim(aoife, { reference: '7F4M-9TQX' });
    await storeClaim({ ...lukasz, phone: '07700 900303' });
    await database.db
      .updateTable('form_submissions')
      .set({ form_data: JSON.stringify({ ...aoife, askedLastYear: 'an answer to it' }) })
      .where('id', '=', id)
      .execute();
    await desk.runAction(olu, id, { type: 'note added', text: 'Rang; calls back at noon.' });
    await desk.runAction(olu, id, { type: 'contacted' });
    const json = await desk.exportPerson(olu, '07700 900101', 'json');
    const held = JSON.parse(json.body);
    expect(json.fileName).toBe('what-we-hold-2026-11-21.json');
    expect(held.submissions).toMatchObject([
      {
        reference: '7F4M-9TQX',
        status: 'contacted',
        receivedAt: '2026-11-21T10:00:00.000Z',
        contacted: { by: 'Olu Adeyemi' },
        sections: expect.arrayContaining([
          { title: 'No longer asked', lines: [{ label: 'askedLastYear', value: 'an answer to it' }] },
        ]),
        notes: [{ by: 'Olu Adeyemi', text: 'Rang; calls back at noon.' }],
        emails: [{ kind: 'notification', state: 'waiting' }],
      },
    ]);
    const { body } = await desk.exportPerson(olu, aoife.email ?? '', 'text');
    for (const text of [
      '7F4M-9TQX',
      'Date of accident: 14 October 2026',
      'askedLastYear: an answer to it',
      'calls back at noon',
      'Olu Adeyemi: contacted',
    ])
      expect(body).toContain(text);
    const { dateOfAccident, ...others } = aoife;
    for (const answer of Object.values(others).filter((one) => !['yes', 'no', 'pco', 'credit-hire'].includes(one)))
      expect(body.replaceAll('\n    ', '\n')).toContain(answer);
    expect(body).not.toContain('Łukasz');
    expect(held.notInThisFile).toEqual(notSearched);
    for (const place of notSearched) expect(body).toContain(place);
    const exported = (await events()).filter(({ action }) => action === 'person exported');
    expect(exported.map((event) => event.subject_id)).toEqual([id, id]);
    expect(JSON.stringify(exported)).not.toMatch(/900101|neil/i);
  });

  test('only an owner can erase, with a reason, and a tombstone and the audit trail remain', async () => {
    const { storeClaim, desk, everything, tombstones, database } = await setup();
    const [id, other] = [
      await storeClaim(aoife, { reference: '7F4M-9TQX' }),
      await storeClaim({ ...lukasz, phone: '07700 900303', vehicleReg: 'ABC 123K' }),
    ];
    await desk.runAction(olu, id, { type: 'note added', text: 'A note about Aoife.' });
    await desk.indexNow();
    await expect(desk.erase(olu, [id], 'asked for')).rejects.toThrow('Your account does not allow this.');
    expect(await desk.erase(grace, [id], ' ')).toMatchObject({ kind: 'refused' });
    expect(await desk.erase(grace, [id, 'never there'], 'She asked for it.')).toEqual({
      kind: 'done',
      erased: [id],
      notFound: ['never there'],
      beingSent: [],
      setAsideUntil: null,
    });
    expect(await everything()).not.toMatch(/aoife|neil|900101|lb77/i);
    expect(await everything()).toContain(other);
    expect(await tombstones()).toEqual([
      {
        id,
        reference: '7F4M-9TQX',
        form_name: 'Make a Claim',
        erased_at: tenOClock,
        erased_by: 'Grace Boateng',
        reason: 'She asked for it.',
      },
    ]);
    expect(await desk.submission(grace, id)).toBeNull();
    expect(await desk.runAction(grace, id, { type: 'contacted' })).toEqual({ kind: 'not found' });
    const { events } = await desk.auditTrail(grace);
    expect(events.find(({ action }) => action === 'erased')).toMatchObject({
      actor: 'Grace Boateng',
      subjectId: id,
      submission: { reference: '7F4M-9TQX', isErased: true },
    });
    expect(await verifyChain(database)).toMatchObject({ kind: 'whole' });
  });

  test('a submission is not erased while an email about it is being sent', async () => {
    const { storeClaim, desk, database, clock, advance } = await setup();
    const id = await storeClaim();
    const outbox = emailQueue(database);
    await outbox.lease(clock.time, 90_000, 1);
    expect(await desk.erase(grace, [id], 'asked for')).toMatchObject({ erased: [], beingSent: [id] });
    await advance(90_000);
    expect(await desk.erase(grace, [id], 'asked for')).toMatchObject({ erased: [id], beingSent: [] });
  });
});
