// Protects: a claim from the browser in which it was begun is saved into it, and never into a stranger's.
import { describe, expect, test } from 'vitest';
import { claim } from '#forms/claim.ts';
import { hour } from '#forms/durations.ts';
import { roadside } from '#forms/roadside.ts';
import { createTestApp } from '#testing/create-test-app.ts';
import { createTestDesk, tenOClock } from '#testing/create-test-desk.ts';
import { testDatabases } from '#testing/databases.ts';
import { aoife, bo } from '#testing/fixtures/people.ts';
import { idris, iwona } from '#testing/fixtures/roadside-starts.ts';
import { grace, olu } from '#testing/fixtures/test-staff.ts';

const databases = testDatabases();

/** The phone number is the same, written in another way. */
const wholeClaim = { ...aoife, phone: '07700 900707', dateOfAccident: '2026-11-20' };

describe('a claim from a browser in which it was begun at the roadside', () => {
  async function setup(start: Record<string, string> = iwona) {
    const testDesk = await createTestDesk(await databases.open());
    const begun = await testDesk.send(roadside, start);
    const templates = async () => (await testDesk.emails()).map(({ template }) => template);
    return { ...testDesk, begun, cookie: testDesk.startedCookie(begun), templates };
  }

  test('is saved into it: one row, one reference, told to the team and to the claimant', async () => {
    const { send, begun, cookie, submissions, templates, senderEmails, desk } = await setup();
    const sent = await send(claim, wholeClaim, { cookie });
    expect(sent).toMatchObject({ kind: 'accepted', id: begun.id, reference: begun.reference, createdAt: begun.createdAt });
    expect(await submissions()).toMatchObject([{ id: begun.id, form_name: 'Roadside Start' }]);
    expect((await desk.submission(olu, begun.id))?.data).toMatchObject({ vehicleReg: aoife.vehicleReg, phone: iwona.phone });
    expect(await templates()).toEqual(['notification', 'claim-complete']);
    expect((await senderEmails()).map(({ recipient }) => recipient)).toEqual([aoife.email]);
  });

  test('what is said in other words than at the roadside is a message, so that neither is lost', async () => {
    const { send, begun, cookie, desk, events } = await setup();
    await send(claim, wholeClaim, { cookie });
    const view = await desk.submission(olu, begun.id);
    expect(view?.data).toMatchObject({ locationOfAccident: iwona.locationOfAccident });
    expect(view?.messages).toHaveLength(1);
    for (const name of ['locationOfAccident', 'descriptionOfAccident']) expect(view?.messages[0]?.text).toContain(aoife[name]);
    expect(JSON.stringify(await events())).not.toContain('roundabout');
  });

  test('a repeat gets the same answer, with or without a key, at the same time or later, and changes nothing', async () => {
    const { send, begun, cookie, submissions, templates, desk, advance } = await setup();
    const kinds = await Promise.all(
      [null, 'a key', 'a key'].map((idempotencyKey) => send(claim, wholeClaim, { cookie, idempotencyKey })),
    );
    await advance(hour);
    kinds.push(await send(claim, wholeClaim, { cookie, idempotencyKey: 'a key' }));
    expect(kinds.map(({ kind }) => kind).toSorted()).toEqual(['accepted', 'duplicate', 'duplicate', 'duplicate']);
    expect(new Set(kinds.map(({ reference }) => reference))).toEqual(new Set([begun.reference]));
    expect(await submissions()).toHaveLength(1);
    expect((await templates()).filter((template) => template === 'claim-complete')).toHaveLength(1);
    expect((await desk.submission(olu, begun.id))?.messages).toHaveLength(1);
  });

  test('two claims at the same time with different answers: one is saved into it, the other is a claim of its own', async () => {
    const { send, begun, cookie, submissions } = await setup();
    const [one, other] = await Promise.all([
      send(claim, wholeClaim, { cookie }),
      send(claim, { ...wholeClaim, vehicleReg: 'AB12 CDE' }, { cookie }),
    ]);
    expect([one.id, other.id].filter((id) => id === begun.id)).toHaveLength(1);
    expect(await submissions()).toHaveLength(2);
  });

  test.each([
    ['without the cookie', {}, wholeClaim],
    ['with another phone', {}, { ...wholeClaim, phone: '07700 900999' }],
    ['with a cookie that is none', { cookie: '__Host-kerbside-started=x' }, wholeClaim],
    ['with the honeypot filled in', {}, { ...wholeClaim, howDidYouFindUs: 'x' }],
  ])('%s it is a claim of its own, whose answer says nothing of the other', async (title, more, answers) => {
    const { send, begun, cookie } = await setup();
    const sent = await send(claim, answers, title.startsWith('without') ? more : { cookie, ...more });
    expect(sent.reference).not.toBe(begun.reference);
    expect(sent).toMatchObject({ kind: 'accepted', formName: 'Make a Claim' });
  });

  test('opening the private link of a stranger sends nothing into the stranger’s claim', async () => {
    const { send, begun, cookie } = await setup();
    const opened = cookie.replace('started', 'claim');
    expect((await send(claim, wholeClaim, { cookie: opened })).id).not.toBe(begun.id);
  });

  test('another accident, on a later date, is a claim of its own, and so is what is sent days later', async () => {
    const { send, begun, cookie, advance } = await setup();
    expect((await send(claim, { ...wholeClaim, dateOfAccident: '2026-11-22' }, { cookie })).id).not.toBe(begun.id);
    await advance(3 * 24 * hour + 1);
    expect((await send(claim, wholeClaim, { cookie })).id).not.toBe(begun.id);
  });

  test('one that waits as suspected spam takes no claim with it', async () => {
    const { send, begun, cookie, database } = await setup();
    await database.db.updateTable('form_submissions').set({ quarantined_at: 1, quarantine_reason: 'x' }).execute();
    expect((await send(claim, wholeClaim, { cookie })).id).not.toBe(begun.id);
  });

  test('one that was closed, withdrawn, erased or completed is not gone on with', async () => {
    for (const end of ['closed', 'withdrawn', 'erased', 'completed']) {
      const { send, begun, cookie, database, desk } = await setup();
      if (end === 'closed') await desk.runAction(olu, begun.id, { type: 'closed', why: 'It is settled.' });
      if (end === 'withdrawn') await database.db.updateTable('form_submissions').set({ withdrawn_at: tenOClock }).execute();
      if (end === 'erased') await desk.erase(grace, [begun.id], 'asked for');
      if (end === 'completed') await send(claim, wholeClaim, { cookie });
      const sent = await send(claim, { ...wholeClaim, vehicleReg: 'AB12 CDE' }, { cookie });
      expect([end, sent.kind, sent.formName]).toEqual([end, 'accepted', 'Make a Claim']);
    }
  });

  test('erased at the same moment, it is saved into it or becomes a claim of its own: it is never lost', async () => {
    const { send, begun, cookie, submissions, desk } = await setup();
    const [sent] = await Promise.all([send(claim, wholeClaim, { cookie }), desk.erase(grace, [begun.id], 'asked for')]);
    const left = await submissions();
    expect(left.map(({ id }) => id)).toEqual(sent.id === begun.id ? [] : [sent.id]);
  });

  test('withdrawn at the same moment, it is saved before that or becomes a claim of its own', async () => {
    const { send, begun, cookie, submissions, database } = await setup();
    const withdraw = database.write((tx) =>
      tx.updateTable('form_submissions').set({ withdrawn_at: tenOClock }).where('id', '=', begun.id).execute(),
    );
    const [sent] = await Promise.all([send(claim, wholeClaim, { cookie }), withdraw]);
    expect((await submissions()).map(({ id }) => id).toSorted()).toEqual([...new Set([begun.id, sent.id])].toSorted());
  });

  test('where the team was in touch already, the receipt does not name an hour that has passed', async () => {
    const { send, cookie, advance, clock, desk, begun } = await setup();
    await desk.runAction(olu, begun.id, { type: 'contacted' });
    await advance(30 * hour);
    expect(await send(claim, wholeClaim, { cookie })).toMatchObject({ id: begun.id, createdAt: clock.time });
  });

  test('a claim that was stored before on its own stays the answer to its repeat', async () => {
    const { send, begun, cookie, submissions } = await setup();
    const first = await send(claim, wholeClaim, { idempotencyKey: 'a key' });
    expect(await send(claim, wholeClaim, { idempotencyKey: 'a key', cookie })).toMatchObject({ kind: 'duplicate', id: first.id });
    expect(await submissions()).toHaveLength(2);
    expect(first.id).not.toBe(begun.id);
  });

  test('incomplete answers are refused as everywhere', async () => {
    const { send, cookie } = await setup();
    await expect(send(claim, { ...wholeClaim, email: '' }, { cookie })).rejects.toThrow('invalid');
  });

  test('answers that were saved at the private link and left blank in the form stay', async () => {
    const { send, cookie, database, desk, begun } = await setup(idris);
    const form_data = JSON.stringify({ ...idris, policyNumber: 'PN 1', vehicleMake: 'Ford' });
    await database.db.updateTable('form_submissions').set({ form_data }).execute();
    await send(claim, { ...bo, phone: idris.phone ?? '' }, { cookie });
    expect((await desk.submission(olu, begun.id))?.data).toMatchObject({ policyNumber: 'PN 1', vehicleMake: bo.vehicleMake });
  });
});

test('the answer to a roadside start sets the cookies of its claim, and with that a claim is answered with the same link', async () => {
  const { send, rows, services } = await createTestApp();
  const begun = await send('Roadside Start', iwona);
  const cookies = begun.headers.getSetCookie();
  const { link, reference } = (await begun.json()) as { link: string; reference: string };
  const token = link.split('/').at(-1);
  expect(cookies).toEqual([
    `__Host-kerbside-claim=${token}; Max-Age=15552000; Path=/; HttpOnly; Secure; SameSite=Lax`,
    `__Host-kerbside-started=${token}; Max-Age=259200; Path=/; HttpOnly; Secure; SameSite=Strict`,
  ]);
  expect((await send('Make a Claim', bo)).headers.get('set-cookie')).toBeNull();
  const finished = await send('Make a Claim', wholeClaim, { Cookie: cookies.map((cookie) => cookie.split(';')[0]).join('; ') });
  expect(await finished.json()).toMatchObject({ link, reference, emailed: true });
  expect(rows()).toHaveLength(2);
  expect(await services.readClaim(cookies[0])).toMatchObject({ kind: 'open', claim: { reference } });
});
