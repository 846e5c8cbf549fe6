// Protects: a claim keeps who sent its sender, whichever way it comes, and no such word makes a claim fail.
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { createTestApp } from '#testing/create-test-app.ts';
import { createTestDesk } from '#testing/create-test-desk.ts';
import { testDatabases } from '#testing/databases.ts';
import { aoife, bo, lukasz } from '#testing/fixtures/people.ts';
import { grace, olu } from '#testing/fixtures/test-staff.ts';
import { storeCorrections } from '../store-corrections.ts';

const databases = testDatabases();
const claim = { formName: 'Make a Claim', formData: aoife };
const functionPath = '/functions/v1/send-form-email';
const restPath = '/rest/v1/form_submissions';

async function setup() {
  const testApp = await createTestApp();
  const { sources } = testApp.services.desk;
  const sourceRows = () => testApp.sqlite.prepare('select partner_id, via, form_data from form_submissions').all();
  const addPartner = async (name: string) => {
    await sources.add(grace, name);
    const partner = (await sources.partners(grace)).find((one) => one.name === name);
    if (!partner) throw new Error('It was not added.');
    return partner;
  };
  return { ...testApp, sources, sourceRows, addPartner };
}

test('a name is stored beside the answers, by both endpoints, and the response is as without', async () => {
  const { post, sourceRows } = await setup();
  const response = await post(functionPath, { ...claim, via: ' Northside   Garage ' });
  expect([response.status, Object.keys(await response.json()).toSorted()]).toEqual([
    200,
    ['createdAt', 'dueAt', 'emailed', 'link', 'message', 'reference'],
  ]);
  const row = { form_name: 'Make a Claim', form_data: lukasz };
  const inserted = await post(restPath, { ...row, via: 'Northside Garage' }, { Prefer: 'return=representation' });
  expect(await inserted.json()).toEqual([{ ...row, id: expect.any(String), created_at: expect.any(String) }]);
  expect(sourceRows()).toEqual([
    { partner_id: null, via: 'Northside Garage', form_data: JSON.stringify(aoife) },
    { partner_id: null, via: 'Northside Garage', form_data: JSON.stringify(lukasz) },
  ]);
});

test.each(['Call 0900 123', { toString: 'x' }, ['a', 'b'], 7, 'x'.repeat(9_000), 'K7M4P9', null])(
  'what does not fit is ignored in silence: %s',
  async (via) => {
    const { post, sourceRows } = await setup();
    expect((await post(functionPath, { ...claim, via })).status).toBe(200);
    expect(sourceRows()).toMatchObject([{ partner_id: null, via: null }]);
  },
);

test('the same answers are the same claim, with and without a name, under one key or none', async () => {
  const { post, sourceRows } = await setup();
  const references: string[] = [];
  const send = async (body: object, headers = {}) => {
    const response = await post(functionPath, body, headers);
    expect(response.status).toBe(200);
    references.push((await response.json()).reference);
  };
  await send({ ...claim, via: 'Northside Garage' }, { 'Idempotency-Key': 'k1' });
  await send(claim, { 'Idempotency-Key': 'k1' });
  await send({ ...claim, via: 'Somebody Else' }, { 'Idempotency-Key': 'k1' });
  await send({ ...claim, via: 'Somebody Else' });
  expect([new Set(references).size, sourceRows().length]).toEqual([1, 1]);
  expect(sourceRows()).toMatchObject([{ via: 'Northside Garage' }]);
});

test('sent again with another name under another key, it is one claim, which keeps the first name', async () => {
  const { post, sourceRows } = await setup();
  const key = (text: string) => text.repeat(32);
  await post(functionPath, claim, { 'Idempotency-Key': key('a') });
  await post(functionPath, { ...claim, via: 'Northside Garage' }, { 'Idempotency-Key': key('b'), Replaces: key('a') });
  await post(
    functionPath,
    { ...claim, via: 'Other Cars' },
    { 'Idempotency-Key': key('c'), Replaces: `${key('a')}, ${key('b')}` },
  );
  expect(sourceRows()).toMatchObject([{ via: 'Northside Garage' }]);
});

test('the code of a partner is stored as the partner, and as nobody once its link has ended', async () => {
  const { post, sourceRows, sources, addPartner } = await setup();
  const { id, code } = await addPartner('Kwik Cars');
  await post(functionPath, { ...claim, via: code.toLowerCase() });
  expect(sourceRows()).toMatchObject([{ partner_id: id, via: null }]);
  expect(await sources.end(grace, id)).toEqual({ kind: 'done' });
  await post(functionPath, { ...claim, formData: bo, via: code });
  expect(sourceRows()).toMatchObject([{ partner_id: id }, { partner_id: null, via: null }]);
});

test('a partner that cannot be read costs no claim', async () => {
  const { post, sourceRows, addPartner, change } = await setup();
  const { code } = await addPartner('Kwik Cars');
  await change('drop table partners');
  expect((await post(functionPath, { ...claim, via: code })).status).toBe(200);
  expect(sourceRows()).toMatchObject([{ partner_id: null, via: null }]);
});

test.each([
  ['/r/K7M4P9', '/make-a-claim?via=K7M4P9'],
  ['/r/k7m4p9', '/make-a-claim?via=K7M4P9'],
  ['/R/K7M4P9', '/make-a-claim?via=K7M4P9'],
  ['/r/k7m-4p9/', '/make-a-claim?via=K7M4P9'],
  ['/r/nonsense', '/make-a-claim'],
  ['/r/', '/make-a-claim'],
  ['/r/%3Cscript%3E', '/make-a-claim'],
  ['/r/%E0%A4%A', '/make-a-claim'],
  ['/r/https://evil.example', '/make-a-claim'],
])('%s leads to the claim form', async (path, location) => {
  const { app } = await createTestApp();
  const response = await app.request(path);
  expect([response.status, response.headers.get('location')]).toEqual([302, location]);
  expect(response.headers.get('cache-control')).toBe('no-store');
});

describe('partners and what came by them', () => {
  async function openDesk() {
    const testDesk = await createTestDesk(await databases.open(), { emailsSenders: true });
    const { sources } = testDesk.desk;
    await sources.add(grace, 'Kwik Cars');
    const [partner] = await sources.partners(grace);
    if (!partner) throw new Error('It was not added.');
    return { ...testDesk, sources, partner };
  }

  test('only owners see and change them, and each change is recorded', async () => {
    const { sources, partner, desk, clock } = await openDesk();
    for (const act of [
      sources.partners(olu),
      sources.add(olu, 'X'),
      sources.rename(olu, partner.id, 'X'),
      sources.end(olu, partner.id),
    ])
      await expect(act).rejects.toMatchObject({ name: 'NotAllowed' });
    for (const nothing of ['  ', '\u200b', '\u202e\u202c', '&'])
      expect(await sources.add(grace, nothing)).toMatchObject({ kind: 'refused' });
    // As a name is copied from a messenger.
    await sources.rename(grace, partner.id, '\u202a\u2068Kwik\u200e  C\u00ada\u200brs\u0007\u2069\u202c ');
    expect(await sources.partners(grace)).toEqual([partner]);
    expect(await sources.add(grace, '  ')).toEqual({ kind: 'refused', message: 'Enter the name of the partner.' });
    expect(await sources.add(grace, 'Quick Саrs')).toMatchObject({ message: expect.stringContaining('one alphabet') });
    expect(await sources.rename(grace, partner.id, 'x'.repeat(81))).toMatchObject({ kind: 'refused' });
    expect(await sources.end(grace, 'nobody')).toMatchObject({ kind: 'refused' });
    await sources.rename(grace, partner.id, 'Quick Cars');
    clock.time += 60_000;
    await sources.end(grace, partner.id);
    await sources.end(grace, partner.id);
    expect(await sources.partners(grace)).toEqual([
      { ...partner, name: 'Quick Cars', ended: { at: clock.time, by: grace.name } },
    ]);
    const { events } = await desk.auditTrail(grace);
    expect(events.filter(({ action }) => action.startsWith('partner')).map(({ action, actor }) => [action, actor])).toEqual([
      ['partner ended', grace.name],
      ['partner renamed', grace.name],
      ['partner added', grace.name],
    ]);
  });

  test('a form that is posted twice adds one partner, also at once, and another name under its key adds another', async () => {
    const { sources, desk } = await openDesk();
    const key = crypto.randomUUID();
    const add = (name: string) => sources.add(grace, name, key);
    expect(await Promise.all([add('Fox Garage'), add('Fox Garage')])).toEqual([{ kind: 'done' }, { kind: 'done' }]);
    expect(await add(' Fox  Garage')).toEqual({ kind: 'done' });
    expect(await add('Hill Garage')).toEqual({ kind: 'done' });
    for (let times = 0; times < 2; times += 1) await sources.add(grace, 'No Key', 'x');
    // Its link has ended, and somebody goes back to the form to have another.
    expect(await sources.end(grace, key)).toEqual({ kind: 'done' });
    expect(await add('Fox Garage')).toEqual({ kind: 'done' });
    const names = ['Fox Garage', 'Hill Garage', 'Kwik Cars', 'No Key', 'No Key', 'Fox Garage'];
    expect((await sources.partners(grace)).map(({ name }) => name)).toEqual(names);
    const { events } = await desk.auditTrail(grace);
    expect(events.filter(({ action }) => action === 'partner added')).toHaveLength(names.length);
  });

  test('two names that are posted at once under one key are two partners', async () => {
    const { sources } = await openDesk();
    for (const key of Array.from({ length: 10 }, () => crypto.randomUUID()))
      await Promise.all(['East', 'West'].map((side) => sources.add(grace, `${side} ${key}`, key)));
    expect(await sources.partners(grace)).toHaveLength(1 + 20);
  });

  test('the desk, the list and the export of a person name it, by its new name too', async () => {
    const { sources, partner, desk, storeClaim } = await openDesk();
    const id = await storeClaim(aoife, { source: { partnerId: partner.id, via: null } });
    await storeClaim(lukasz, { source: { partnerId: null, via: 'Northside Garage' } });
    await storeClaim(bo);
    await sources.rename(grace, partner.id, 'Quick Cars');
    expect(await desk.submission(olu, id)).toMatchObject({ sentBy: 'Quick Cars' });
    const csv = await text(await desk.listFile(olu, {}, 'csv'));
    const [head = '', ...lines] = csv.trim().split('\r\n');
    const column = head.split(',').indexOf('Sent by');
    expect(lines.map((line) => line.split(',')[column]).toSorted()).toEqual([
      '',
      'Quick Cars',
      '“Northside Garage” (as a link said)',
    ]);
    await desk.indexNow();
    const exported = async (email: string | undefined, format: 'text' | 'json') =>
      (await desk.exportPerson(grace, email ?? '', format)).body;
    expect(await exported(aoife.email, 'text')).toContain('Sent to us by Quick Cars.');
    expect(JSON.parse(await exported(aoife.email, 'json')).submissions[0].sentBy).toBe('Quick Cars');
    expect(await exported(lukasz.email, 'text')).toContain('Sent to us by “Northside Garage” (as a link said).');
  });

  test('a claim that names nobody gains who sent the one that is merged into it, until that is undone', async () => {
    const { partner, desk, storeClaim, database } = await openDesk();
    const stays = await storeClaim(aoife);
    const goes = await storeClaim({ ...aoife, firstName: 'Eefa' }, { source: { partnerId: partner.id, via: null } });
    expect(await desk.runAction(olu, stays, { type: 'merged', other: goes })).toMatchObject({ kind: 'done' });
    expect(await desk.submission(olu, stays)).toMatchObject({ sentBy: 'Kwik Cars' });
    expect((await desk.sources.report(olu)).lines).toMatchObject([{ kind: 'partner', name: 'Kwik Cars', total: 1 }]);
    expect(await desk.runAction(olu, stays, { type: 'merge undone', other: goes })).toMatchObject({ kind: 'done' });
    const rows = await database.db.selectFrom('form_submissions').select(['id', 'partner_id']).execute();
    expect(new Map(rows.map((row) => [row.id, row.partner_id]))).toEqual(
      new Map([
        [stays, null],
        [goes, partner.id],
      ]),
    );
  });

  test('a corrected answer to "How did you find us?" is what the report counts', async () => {
    const { database, desk, storeClaim } = await openDesk();
    const id = await storeClaim({ ...aoife, foundUs: 'friend' });
    const answers = async () => (await desk.sources.report(olu)).lines.map(({ kind, name }) => [kind, name]);
    expect(await answers()).toEqual([['answer', 'A friend or relative']]);
    await database.write(async (tx) => {
      const row = await tx.selectFrom('form_submissions').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
      await storeCorrections(tx, row, { changes: { foundUs: 'search' }, by: olu.id, at: row.created_at });
    });
    expect(await answers()).toEqual([['answer', 'A search engine']]);
  });
});
