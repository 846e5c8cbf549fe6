// Protects: claims are counted by source in the weeks of London, and made-up names neither hide the rest nor make it slow.
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { createTestDesk } from '#testing/create-test-desk.ts';
import { testDatabases } from '#testing/databases.ts';
import { aoife, bo, lukasz } from '#testing/fixtures/people.ts';
import { idris } from '#testing/fixtures/roadside-starts.ts';
import { claimFrom } from '#testing/fixtures/submissions.ts';
import { grace, olu } from '#testing/fixtures/test-staff.ts';
import { createSubmissionStore } from '../submission-store.ts';

const databases = testDatabases();
const named = (via: string) => ({ source: { partnerId: null, via } });

describe('the report of sources', () => {
  async function setup() {
    const testDesk = await createTestDesk(await databases.open());
    const { sources } = testDesk.desk;
    const add = async (name: string) => {
      const before = (await sources.partners(grace)).map(({ id }) => id);
      await sources.add(grace, name);
      const partner = (await sources.partners(grace)).find(({ id }) => !before.includes(id));
      if (!partner) throw new Error('It was not added.');
      return partner;
    };
    const report = () => sources.report(olu);
    /** Totals by the kind and the name of a source. */
    const totals = async () =>
      Object.fromEntries((await report()).lines.map(({ kind, name, total }) => [`${kind}: ${name}`, total]));
    return { ...testDesk, sources, add, report, totals };
  }

  test('each claim is counted once, by its partner, else the name in its link, else its answer', async () => {
    const { storeClaim, add, totals, clock } = await setup();
    const partner = await add('Kwik Cars');
    const from = { source: { partnerId: partner.id, via: null } };
    await storeClaim({ ...aoife, foundUs: 'card' }, from);
    await storeClaim({ ...lukasz, foundUs: 'card' }, named('Northside Garage'));
    // The name is shown as it came first.
    await storeClaim(bo, { createdAt: clock.time + 1, ...named('NORTHSIDE garage') });
    await storeClaim({ ...bo, foundUs: 'card' });
    await storeClaim({ ...bo, foundUs: 'gone-since' });
    await storeClaim(bo);
    await storeClaim(idris, { formName: 'Roadside Start', ...from });
    await storeClaim(bo, { formName: 'Contact Us', ...from });
    await storeClaim(bo, { quarantineReason: 'spam', ...from });
    expect(await totals()).toEqual({
      'partner: Kwik Cars': 2,
      'link: Northside Garage': 2,
      'answer: A leaflet or card': 1,
      'answer: gone-since': 1,
      'unknown: Not known': 1,
    });
  });

  test('two partners of one name are two, by their codes, and one that was renamed or has ended keeps what it sent', async () => {
    const { storeClaim, add, totals, sources } = await setup();
    const [one, other] = [await add('Kwik Cars'), await add('Kwik Cars')];
    await storeClaim(aoife, { source: { partnerId: one.id, via: null } });
    await storeClaim(bo, { source: { partnerId: other.id, via: null } });
    await storeClaim(lukasz, { source: { partnerId: other.id, via: null } });
    expect(await totals()).toEqual({ [`partner: Kwik Cars (${one.code})`]: 1, [`partner: Kwik Cars (${other.code})`]: 2 });
    await sources.rename(grace, other.id, 'Slow Cars');
    await sources.end(grace, other.id);
    expect(await totals()).toEqual({ 'partner: Kwik Cars': 1, 'partner: Slow Cars': 2 });
  });

  test('weeks begin on Monday at midnight in London, also where the clocks change, and a claim of before is in none', async () => {
    const { storeClaim, report, desk } = await setup();
    const days = [
      // The night in which the clocks go back is from Saturday to Sunday: midnight of the Monday after it is that of UTC.
      ['2026-10-25T23:59:59Z', '2026-W43'],
      ['2026-10-26T00:00:00Z', '2026-W44'],
      // In summer time it is an hour before.
      ['2026-10-18T22:59:59Z', '2026-W42'],
      ['2026-10-18T23:00:00Z', '2026-W43'],
      ['2025-11-17T00:00:00Z', '2025-W47'],
      ['2025-11-16T23:59:59Z', null],
    ] as const;
    for (const [at] of days) await storeClaim(aoife, { createdAt: Date.parse(at), ...named('Northside Garage') });
    const { weeks, lines } = await report();
    expect(weeks).toHaveLength(53);
    const found = weeks.flatMap(({ name }, index) => (lines[0]?.counts[index] ? [[name, lines[0].counts[index]]] : []));
    expect(found).toEqual([
      ['2025-W47', 1],
      ['2026-W42', 1],
      ['2026-W43', 2],
      ['2026-W44', 1],
    ]);
    expect(lines[0]?.total).toBe(5);
    const csv = await text(await desk.sources.file(olu, 'csv'));
    expect(csv.trim().split('\r\n').slice(1)).toEqual([
      '2025-W47,Name in a link,Northside Garage,1',
      '2026-W42,Name in a link,Northside Garage,1',
      '2026-W43,Name in a link,Northside Garage,2',
      '2026-W44,Name in a link,Northside Garage,1',
    ]);
    expect((await desk.auditTrail(grace)).events.map(({ action }) => action)).toContain('list exported');
  });

  test('of a flood of made-up names the largest are shown, and all others together', async () => {
    const { database, clock, report } = await setup();
    const store = createSubmissionStore(database);
    const names = Array.from(
      { length: 300 },
      (_, index) => `Made up ${index.toString(36).replaceAll(/\d/g, 'q')}${'x'.repeat(index % 7)}`,
    );
    const distinct = [...new Set(names)];
    const often = Array.from({ length: 5 }, () => 'Northside Garage');
    await store.insertAll([...distinct, ...often].map((via) => claimFrom(aoife, { createdAt: clock.time, ...named(via) })));
    const { lines, otherNames } = await report();
    expect([lines.length, otherNames]).toEqual([21, distinct.length - 19]);
    expect(lines[0]).toMatchObject({ name: 'Northside Garage', total: 5 });
    expect(lines.at(-1)).toMatchObject({ name: '(all other names)', total: distinct.length - 19 });
    expect(lines.at(-1)?.counts.at(-1)).toBe(distinct.length - 19);
  });
});
