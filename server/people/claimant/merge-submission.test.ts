// Protects: several submissions about one accident become one claim that keeps all their words.
import { describe, expect, test } from 'vitest';
import { claim } from '#forms/claim.ts';
import { hour } from '#forms/durations.ts';
import type { Answers } from '#forms/form.ts';
import { roadside } from '#forms/roadside.ts';
import { createLimits } from '#server/claims/accept/limits.ts';
import { createTestDesk, tenOClock } from '#testing/create-test-desk.ts';
import { testDatabases } from '#testing/databases.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { idris, iwona } from '#testing/fixtures/roadside-starts.ts';
import { grace, olu } from '#testing/fixtures/test-staff.ts';

const databases = testDatabases();

/** The phone number is that of the start, written in another way. */
const wholeClaim: Answers = { ...aoife, phone: '07700 900707', dateOfAccident: '2026-11-20' };
const [first, second, third] = ['1', '2', '3'].map((digit) => digit.repeat(32)) as [string, string, string];

describe('one claim of one accident', () => {
  const open = async (more: Parameters<typeof createTestDesk>[1] = {}) => createTestDesk(await databases.open(), more);

  test('a claim that goes on with a start and its repeat without the cookie, at two instances at once, are one', async () => {
    const { send, sendElsewhere, startedCookie, submissions, messages } = await open();
    const begun = await send(roadside, iwona);
    const more = { idempotencyKey: first };
    const sent = await Promise.all([
      send(claim, wholeClaim, { ...more, cookie: startedCookie(begun) }),
      sendElsewhere(claim, wholeClaim, { ...more, cookie: startedCookie(begun) }),
      sendElsewhere(claim, wholeClaim, more),
      send(claim, wholeClaim, more),
    ]);
    // Where a request without the cookie is the first, the claim is one of its own, but still only one.
    expect(new Set(sent.map(({ reference }) => reference)).size).toBe(1);
    expect(sent.filter(({ kind }) => kind === 'accepted')).toHaveLength(1);
    const isMerged = sent[0].id === begun.id;
    expect([(await submissions()).length, (await messages()).length]).toEqual(isMerged ? [1, 1] : [2, 0]);
  });

  test('a start that is sent again with other words is that start: the words are a message, blanks are filled in', async () => {
    const { send, desk, events, emails } = await open();
    const begun = await send(roadside, idris, { idempotencyKey: first });
    const answers = {
      ...idris,
      locationOfAccident: 'A13, by the bridge',
      descriptionOfAccident: 'Hit from behind',
      language: 'pl',
    };
    const again = await send(roadside, answers, { idempotencyKey: second, replaces: [first] });
    expect(again).toMatchObject({ kind: 'accepted', reference: begun.reference, createdAt: begun.createdAt });
    const view = await desk.submission(olu, begun.id);
    expect(view?.data).toMatchObject({ ...answers, locationOfAccident: idris.locationOfAccident });
    const texts = view?.messages.map(({ text }) => text);
    expect(texts).toEqual(['At the roadside, Where did it happen?\nA13, by the bridge']);
    expect((await desk.inbox(olu, { search: 'bridge' })).rows).toMatchObject([{ id: begun.id }]);
    expect((await events()).map(({ action }) => action).slice(0, 2)).toEqual(['message sent', 'answers added']);
    expect((await emails()).map(({ template }) => template)).toEqual(['notification', 'claimant-update']);
    expect(await send(roadside, answers, { idempotencyKey: second })).toMatchObject({ kind: 'duplicate', id: begun.id });
  });

  test('one that comes late, after what took its place, is saved into that', async () => {
    const { send, submissions, messages } = await open();
    const newer = await send(claim, { ...aoife, vehicleMake: 'Skoda' }, { idempotencyKey: second, replaces: [first] });
    expect(newer).toMatchObject({ kind: 'accepted', formName: 'Make a Claim' });
    expect(await send(claim, aoife, { idempotencyKey: first })).toMatchObject({ kind: 'accepted', id: newer.id });
    expect(await send(claim, aoife, { idempotencyKey: first })).toMatchObject({ kind: 'duplicate', id: newer.id });
    await expect(send(claim, { ...aoife, postcode: 'X' }, { idempotencyKey: first })).rejects.toThrow('conflict');
    expect((await submissions()).map(({ id }) => id)).toEqual([newer.id]);
    expect(await messages()).toEqual([`On the claim form, Make\n${aoife.vehicleMake}`]);
  });

  test('one that names itself, or what there never was, is stored like any other, and its repeat is one', async () => {
    const { send, submissions } = await open();
    const begun = await send(roadside, idris, { idempotencyKey: first, replaces: [first, third] });
    const more = { idempotencyKey: second, replaces: [second, first, second] };
    const edited = { ...idris, locationOfAccident: 'A406' };
    for (const kind of ['accepted', 'duplicate'])
      expect(await send(roadside, edited, more)).toMatchObject({ kind, id: begun.id });
    expect(await submissions()).toHaveLength(1);
  });

  test('both at the same moment at two instances are one claim', async () => {
    const { send, sendElsewhere, submissions } = await open();
    const sent = await Promise.all([
      send(claim, aoife, { idempotencyKey: first }),
      sendElsewhere(claim, { ...aoife, vehicleMake: 'Skoda' }, { idempotencyKey: second, replaces: [first] }),
      sendElsewhere(claim, { ...aoife, vehicleMake: 'Seat' }, { idempotencyKey: third, replaces: [second, first] }),
    ]);
    expect(new Set(sent.map(({ id }) => id)).size).toBe(1);
    expect(await submissions()).toHaveLength(1);
  });

  test('a claim form that names a start is saved into it; edited after that, when it is complete, its words are a message', async () => {
    const { send, submissions, desk, messages } = await open();
    const begun = await send(roadside, iwona, { idempotencyKey: first });
    const whole = await send(claim, wholeClaim, { idempotencyKey: second, replaces: [first] });
    expect(whole).toMatchObject({ kind: 'accepted', id: begun.id });
    const edited = { ...wholeClaim, vehicleReg: 'AB12 CDE' };
    expect(await send(claim, edited, { idempotencyKey: third, replaces: [second, first] })).toMatchObject({ id: begun.id });
    expect(await submissions()).toHaveLength(1);
    expect((await desk.submission(olu, begun.id))?.data.vehicleReg).toBe(wholeClaim.vehicleReg);
    expect((await messages()).some((text) => text.includes('AB12 CDE'))).toBe(true);
  });

  test('the start that a claim form named, and that comes after it, is saved into the claim', async () => {
    const { send, submissions, messages } = await open();
    const whole = await send(claim, wholeClaim, { idempotencyKey: second, replaces: [first] });
    expect(await send(roadside, iwona, { idempotencyKey: first })).toMatchObject({ kind: 'accepted', id: whole.id });
    expect(await submissions()).toHaveLength(1);
    expect((await messages())[0]).toContain('At the roadside, Language of the page\nPolish');
  });

  test.each(['closed', 'withdrawn', 'to be erased', 'erased', 'in quarantine'])(
    'one that is %s is a claim of its own beside it',
    async (end) => {
      const { send, desk, database, submissions } = await open();
      const begun = await send(roadside, idris, { idempotencyKey: first });
      const update = (column: string) =>
        database.db
          .updateTable('form_submissions')
          .set({ [column]: tenOClock })
          .execute();
      if (end === 'closed') await desk.runAction(olu, begun.id, { type: 'closed', why: 'It is settled.' });
      if (end === 'withdrawn') await update('withdrawn_at');
      if (end === 'to be erased') await update('erasure_requested_at');
      if (end === 'in quarantine') await update('quarantined_at');
      if (end === 'erased') await desk.erase(grace, [begun.id], 'asked for');
      const answers = { ...idris, locationOfAccident: 'A406' };
      const again = await send(roadside, answers, { idempotencyKey: second, replaces: [first] });
      expect(again.id).not.toBe(begun.id);
      expect(again.kind).toBe('accepted');
      expect(await submissions()).toHaveLength(end === 'erased' ? 1 : 2);
    },
  );

  test('a claim of another date, registration or place than the start asks whether it is the same accident, and stores nothing', async () => {
    const { send, submissions, messages, startedCookie } = await open();
    const begun = await send(roadside, idris, { idempotencyKey: first });
    const own = { ...aoife, phone: idris.phone ?? '', dateOfAccident: '2026-11-20', locationOfAccident: 'A13' };
    const ways = [{ replaces: [first] }, { cookie: startedCookie(begun) }];
    for (const [index, other] of [{ dateOfAccident: '2026-11-10' }, { locationOfAccident: 'Tesco' }].entries())
      for (const way of ways) {
        const more = { ...way, idempotencyKey: `${index}${ways.indexOf(way)}`.padEnd(32, '.') };
        await expect(send(claim, { ...own, ...other }, more)).rejects.toThrow('question');
        expect([(await submissions()).length, (await messages()).length]).toEqual([1, 0]);
      }
    // Their sender says that they are two, and the repeat of that is the same one.
    const tesco = { ...own, dateOfAccident: '2026-11-10', locationOfAccident: 'Tesco' };
    const apart = { idempotencyKey: second, replaces: [first], isSameAccident: false };
    const two = await send(claim, tesco, apart);
    expect(two.id).not.toBe(begun.id);
    expect(await send(claim, tesco, apart)).toMatchObject({ kind: 'duplicate', id: two.id });
    const whole = { ...own, locationOfAccident: 'Renwick Road by Tesco', dateOfAccident: '2026-11-18' };
    expect(await send(claim, whole, { idempotencyKey: third, replaces: [first], isSameAccident: true })).toMatchObject({
      id: begun.id,
    });
    expect(await submissions()).toHaveLength(2);
  });

  test('a claim that is sent again with another date and another registration asks too', async () => {
    const { send, submissions } = await open();
    await send(claim, aoife, { idempotencyKey: first });
    const more = { idempotencyKey: second, replaces: [first] };
    const other = { ...aoife, dateOfAccident: '2026-10-20', vehicleReg: 'AB12 CDE' };
    await expect(send(claim, other, more)).rejects.toThrow('question');
    expect(await submissions()).toHaveLength(1);
    expect(await send(claim, other, { ...more, isSameAccident: false })).toMatchObject({ kind: 'accepted' });
    expect(await submissions()).toHaveLength(2);
  });

  test('a claim that is not about the start is one with its own earlier version, whose answer was lost, in either order', async () => {
    const { send, submissions, startedCookie } = await open();
    const begun = await send(roadside, idris, { idempotencyKey: first });
    const answered = { cookie: startedCookie(begun), isSameAccident: false };
    const tesco = { ...aoife, phone: idris.phone ?? '', dateOfAccident: '2026-11-10', locationOfAccident: 'Tesco' };
    const skoda = { ...tesco, vehicleMake: 'Skoda' };
    const two = await send(claim, tesco, { ...answered, idempotencyKey: second });
    const edited = await send(claim, skoda, { ...answered, idempotencyKey: third, replaces: [second] });
    expect([edited.id, (await submissions()).length]).toEqual([two.id, 2]);
    const [late, early] = ['4', '5'].map((digit) => digit.repeat(32)) as [string, string];
    const seat = { ...tesco, phone: '07700 900733', vehicleMake: 'Seat' };
    const newer = await send(claim, seat, { ...answered, idempotencyKey: early, replaces: [late] });
    const older = await send(claim, { ...seat, vehicleMake: 'Fiat' }, { ...answered, idempotencyKey: late });
    expect([older.id, (await submissions()).length]).toEqual([newer.id, 3]);
  });

  test('a start of days ago, or an accident on a later date, is not that of the claim form', async () => {
    const { send, advance } = await open();
    const begun = await send(roadside, iwona, { idempotencyKey: first });
    const more = { idempotencyKey: second, replaces: [first] };
    expect((await send(claim, { ...wholeClaim, dateOfAccident: '2026-11-22' }, more)).id).not.toBe(begun.id);
    await advance(3 * 24 * hour + 1);
    expect((await send(claim, wholeClaim, { ...more, idempotencyKey: third })).id).not.toBe(begun.id);
  });

  test('erased, nothing is left of what was saved into it', async () => {
    const { send, desk, database } = await open();
    const begun = await send(roadside, idris, { idempotencyKey: first });
    await send(roadside, { ...idris, locationOfAccident: 'A406' }, { idempotencyKey: second, replaces: [first, third] });
    const left = () => database.db.selectFrom('merged_submissions').selectAll().execute();
    expect(await left()).toHaveLength(2);
    await desk.erase(grace, [begun.id], 'asked for');
    expect(await left()).toEqual([]);
  });

  test('the link that is given out is the first one, and none once staff have made another', async () => {
    const { send, database } = await open();
    const begun = await send(roadside, idris, { idempotencyKey: first });
    await database.db.updateTable('form_submissions').set({ link_generation: 1 }).where('id', '=', begun.id).execute();
    const answers = { ...idris, locationOfAccident: 'A406' };
    for (const more of [{ replaces: [first] }, {}])
      expect(await send(roadside, answers, { idempotencyKey: second, ...more })).toMatchObject({
        id: begun.id,
        link: { hasEnded: true },
      });
  });

  test('what goes on with a claim counts towards the limits, and what looks like spam is not saved into one', async () => {
    const limits = createLimits({ burst: 2, perMinute: 1 });
    const { send, startedCookie, submissions } = await open({ limits });
    const begun = await send(roadside, iwona, { address: '192.0.2.1' });
    const more = { address: '192.0.2.1', cookie: startedCookie(begun) };
    const spam = { ...wholeClaim, additionalInfo: 'Buy bitcoin: [url=https://a.example] https://b.example https://c.example' };
    expect((await send(claim, spam, more)).id).not.toBe(begun.id);
    expect((await submissions()).filter(({ quarantined_at: at }) => at !== null)).toHaveLength(1);
    await expect(send(claim, wholeClaim, more)).rejects.toThrow('limited');
  });
});
