// Protects: a start at the roadside is called first, and found with what belongs to it.
import { describe, expect, test } from 'vitest';
import { callingHours } from '#content/calling-hours.ts';
import { claim } from '#forms/claim.ts';
import { hour } from '#forms/durations.ts';
import { fieldsOf, isAsked } from '#forms/form.ts';
import { targetEnd } from '#forms/opening-calendar.ts';
import { roadside } from '#forms/roadside.ts';
import { createLog } from '#server/core/observability/log.ts';
import { createTestDesk, tenOClock } from '#testing/create-test-desk.ts';
import { testDatabases } from '#testing/databases.ts';
import { aoife, lukasz } from '#testing/fixtures/people.ts';
import { idris, iwona } from '#testing/fixtures/roadside-starts.ts';
import { olu } from '#testing/fixtures/test-staff.ts';
import { createSubmissionStore } from '../submission-store.ts';
import { createAccept } from './accept.ts';

const databases = testDatabases();
const ownTarget = roadside.ownTargetMinutes * 60_000;

describe('a roadside start', () => {
  async function setup() {
    const database = await databases.open();
    const testDesk = await createTestDesk(database);
    const { clock } = testDesk;
    const accept = createAccept({
      store: createSubmissionStore(database, { emailsSenders: true }),
      limits: null,
      now: clock.now,
      log: createLog({ level: 'error', write: () => {} }),
      onStored: () => {},
    });
    return {
      ...testDesk,
      send: async (form: typeof roadside | typeof claim, answers: Record<string, string>) => {
        const acceptance = await accept({ form, answers, idempotencyKey: null, cameBy: 'function' });
        if (acceptance.kind !== 'accepted') throw new Error(acceptance.kind);
        return acceptance.submission;
      },
    };
  }

  test('is promised contact as a claim is, and is to be called within minutes', async () => {
    const { send, desk } = await setup();
    const { id, dueAt } = await send(roadside, idris);
    expect(dueAt).toBe(targetEnd(tenOClock, claim.responseTargetHours, callingHours));
    const view = await desk.submission(olu, id);
    expect(view).toMatchObject({
      isUrgent: true,
      form: 'Roadside Start',
      name: 'Idris Khan',
      ownTargetAt: tenOClock + ownTarget,
    });
  });

  test('is first in the list of what is due, before claims that came earlier', async () => {
    const { send, desk, clock } = await setup();
    const driver = await send(claim, aoife);
    const car = await send(claim, lukasz);
    clock.time += hour;
    const urgent = await send(roadside, idris);
    const { rows } = await desk.inbox(olu, { sort: 'due' });
    expect(rows.map(({ id }) => id)).toEqual([urgent.id, driver.id, car.id]);
    expect(rows.map(({ isUrgent }) => isUrgent)).toEqual([true, false, false]);
    clock.time += ownTarget + 1;
    expect((await desk.inbox(olu, { due: 'missed' })).rows.map(({ id }) => id)).toEqual([urgent.id]);
  });

  test('has a private link and an email to the team, and none to a sender without an address', async () => {
    const { send, desk, emails, senderEmails } = await setup();
    const { id } = await send(roadside, iwona);
    expect((await desk.submission(olu, id))?.privateLink).toEqual({ revokedAt: null, endsAt: null });
    expect((await emails()).map(({ template }) => template)).toEqual(['notification']);
    expect(await senderEmails()).toEqual([]);
  });

  test('is found by name and phone number, and beside what the same person sent', async () => {
    const { send, desk, clock } = await setup();
    const first = await send(roadside, idris);
    clock.time += 1;
    const second = await send(claim, { ...lukasz, phone: '07700900606' });
    await desk.indexNow();
    const found = async (search: string) => (await desk.inbox(olu, { search })).rows.map(({ id }) => id);
    expect(await found('idris')).toEqual([first.id]);
    expect(await found('07700 900606')).toEqual([second.id, first.id]);
    expect((await desk.submission(olu, second.id))?.others.map(({ id }) => id)).toEqual([first.id]);
  });

  test('shows how much of the claim is there, in the list and on its own', async () => {
    const { send, desk } = await setup();
    const start = await send(roadside, iwona);
    await send(claim, aoife);
    const completeness = { given: 4, of: fieldsOf(claim).filter((field) => field.required && isAsked(field, iwona)).length };
    expect((await desk.submission(olu, start.id))?.completeness).toEqual(completeness);
    expect((await desk.inbox(olu, { sort: 'due' })).rows.map((row) => row.completeness)).toEqual([completeness, null]);
  });

  test('and a claim with the same phone point to each other, however the number was written', async () => {
    const { send, desk, clock } = await setup();
    const start = await send(roadside, iwona);
    clock.time += 1;
    const whole = await send(claim, { ...lukasz, phone: '07700 900 707' });
    const samePerson = await send(claim, { ...lukasz, phone: '07700 900808', vehicleReg: 'AB12 CDE' });
    await desk.indexNow();
    const othersOf = async (id: string) =>
      (await desk.submission(olu, id))?.others.map((one) => [one.id, one.begunAtRoadside, one.maybeSame]);
    expect(await othersOf(start.id)).toEqual([[whole.id, false, true]]);
    expect(await othersOf(whole.id)).toEqual(
      expect.arrayContaining([
        [samePerson.id, false, false],
        [start.id, true, true],
      ]),
    );
  });
});
