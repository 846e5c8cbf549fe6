// Protects: a step of somebody who is away is seen by the colleague who covers, and returns by itself.
import { describe, expect, test } from 'vitest';
import { day } from '#forms/durations.ts';
import { createTestDesk } from '#testing/create-test-desk.ts';
import { testDatabases } from '#testing/databases.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { grace, olu, priya } from '#testing/fixtures/test-staff.ts';
import type { StaffMember } from './staff-member.ts';

const databases = testDatabases();

describe('somebody who is away', () => {
  async function setup() {
    const testDesk = await createTestDesk(await databases.open());
    const { desk, storeClaim, clock } = testDesk;
    const store = async (contentHash: string) => storeClaim({ ...aoife, firstName: contentHash }, { contentHash });
    const oluClaim = await store('soon');
    await desk.runAction(olu, oluClaim, { type: 'assigned', to: olu.id });
    return {
      ...testDesk,
      store,
      oluClaim,
      setAway: (who: StaffMember, cover: string, until: number | null = clock.time + 3 * day, by = who) =>
        desk.setAway(by, { who: who.id, until, cover }),
      own: async (staff: StaffMember) => {
        const rows = await desk.queue(staff, { own: true });
        return rows.map(({ name, cover }) => `${name.split(' ')[0]}${cover ? ` for ${cover.of} by ${cover.by?.name}` : ''}`);
      },
    };
  }

  test('is covered for the steps that fall into the time, and has them again after it', async () => {
    const { desk, store, setAway, own, clock, advance } = await setup();
    const later = await store('later');
    await desk.runAction(olu, later, { type: 'contact attempted', outcome: 'spoke', line: '+5d' });
    await desk.runAction(olu, later, { type: 'assigned', to: olu.id });
    expect(await own(priya)).toEqual([]);
    expect(await setAway(olu, priya.id)).toEqual({ kind: 'done' });
    expect(await own(priya)).toEqual(['soon for Olu Adeyemi by Priya Nair']);
    expect(await own(grace), 'one covers').toEqual([]);
    await desk.runAction(olu, later, { type: 'next step set', line: '+1d' });
    expect(await own(priya)).toHaveLength(2);
    clock.time += 3 * day;
    await advance(1);
    expect([await own(priya), await desk.away(grace)]).toEqual([[], []]);
    expect(await own(olu)).toEqual(expect.arrayContaining(['soon', 'later']));
  });

  test('is covered by the cover’s own cover, and by everybody where none of them is there', async () => {
    const { setAway, own } = await setup();
    await setAway(olu, priya.id);
    expect(await setAway(priya, grace.id)).toEqual({ kind: 'done' });
    expect([await own(priya), await own(grace)]).toEqual([[], ['soon for Olu Adeyemi by Grace Boateng']]);
    expect(await setAway(grace, priya.id)).toMatchObject({ kind: 'refused', message: expect.stringContaining('away too') });
    await setAway(priya, '', null);
    expect(await own(priya)).toEqual(['soon for Olu Adeyemi by Priya Nair']);
  });

  test('whose cover has left is covered by everybody', async () => {
    const { database, setAway, own } = await setup();
    await setAway(olu, priya.id);
    await database.db.updateTable('staff').set({ leftAt: 1 }).where('id', '=', 'priya').execute();
    expect(await own(grace)).toEqual(['soon for Olu Adeyemi by undefined']);
  });

  test('says so by oneself, or an owner does, with a day to come and a cover who is there', async () => {
    const { desk, setAway, clock } = await setup();
    const refused = { kind: 'refused', message: expect.any(String) };
    expect(await setAway(olu, olu.id)).toEqual(refused);
    expect(await setAway(olu, '')).toEqual(refused);
    expect(await setAway(olu, priya.id, clock.time)).toEqual(refused);
    expect(await setAway(olu, priya.id, clock.time + 400 * day)).toEqual(refused);
    expect(await setAway(olu, grace.id, clock.time + day, priya)).toEqual(refused);
    expect(await desk.away(olu)).toEqual([]);
    expect(await setAway(olu, priya.id, clock.time + day, grace)).toEqual({ kind: 'done' });
    expect(await desk.away(olu)).toEqual([
      { id: 'olu', name: 'Olu Adeyemi', until: clock.time + day, cover: { id: 'priya', name: 'Priya Nair' } },
    ]);
    const event = (await desk.auditTrail(grace)).events.find(({ action }) => action === 'away set');
    expect(event).toMatchObject({ actor: 'Grace Boateng', subjectId: 'olu' });
    expect(await setAway(olu, '', null)).toEqual({ kind: 'done' });
    expect(await desk.away(olu)).toEqual([]);
  });
});
