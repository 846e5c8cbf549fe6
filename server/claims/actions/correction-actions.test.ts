// Protects: staff put answers right while they talk; what was sent stays, is shown and found, and the newest value counts everywhere.
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { hour } from '#forms/durations.ts';
import { readClaimPage } from '#server/people/claimant/claim-page.ts';
import { createTestDesk } from '#testing/create-test-desk.ts';
import { testDatabases } from '#testing/databases.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { grace, olu } from '#testing/fixtures/test-staff.ts';

const databases = testDatabases();
const [wrong, right, better] = ['07700 900111', '07700 900222', '07700 900333'];

async function setup() {
  const testDesk = await createTestDesk(await databases.open(), { emailsSenders: true });
  const id = await testDesk.storeClaim({ ...aoife, phone: wrong });
  const view = async () => {
    const found = await testDesk.desk.submission(olu, id);
    if (!found) throw new Error('It is gone.');
    return found;
  };
  const correct = async (changes: Record<string, string>, { staff = olu, from }: { staff?: typeof olu; from?: string } = {}) => {
    const { data } = await view();
    const answers = Object.entries(changes).map(([name, value]) => [name, [from ?? data[name] ?? '', value]]);
    await testDesk.advance(1);
    return testDesk.desk.runAction(staff, id, {
      type: 'answers corrected',
      answers: JSON.stringify(Object.fromEntries(answers)),
    });
  };
  const found = async (search: string) => {
    await testDesk.desk.indexNow();
    return (await testDesk.desk.inbox(olu, { search })).rows.length;
  };
  return { ...testDesk, id, view, correct, found };
}

test('the newest counts on the desk, in the CSV and on the claimant’s page, and both are found', async () => {
  const { view, correct, found, desk, id, database } = await setup();
  expect(await correct({ phone: right })).toMatchObject({ kind: 'done', undo: { type: 'correction undone' } });
  const { phone, corrections, history } = await view();
  expect(phone).toBe(right);
  expect(corrections).toMatchObject([{ field: 'phone', old: wrong, new: right, by: olu.name }]);
  expect([await found(wrong), await found(right), await found('07700 900999')]).toEqual([1, 1, 0]);
  expect((await readClaimPage(database, id))?.data.phone).toBe(right);
  expect(await text(await desk.listFile(olu, {}, 'csv'))).toContain(right);
  const event = history.find(({ action }) => action === 'answers corrected');
  expect(event?.details).toEqual({ fields: 'phone' });
  const { body } = await desk.exportPerson(olu, aoife.email ?? '', 'text');
  expect(body).toContain(`${right} (before: ${wrong})`);
  const copy = await desk.copyForClaimant(id, 'text');
  expect(copy?.body).toContain(`${right} (before: ${wrong})`);
  expect(copy?.body).not.toContain(olu.name);
});

test('a correction is taken back, also from the history and under one that followed', async () => {
  const { view, correct, desk, id, advance } = await setup();
  const first = await correct({ phone: right });
  await correct({ phone: better }, { staff: grace });
  await advance(hour);
  if (first.kind !== 'done' || !first.undo) throw new Error('It cannot be undone.');
  expect(await desk.runAction(grace, id, first.undo)).toMatchObject({ kind: 'done' });
  expect(await desk.runAction(grace, id, first.undo)).toMatchObject({ kind: 'refused' });
  expect(await view()).toMatchObject({ phone: better, corrections: [{ old: wrong, new: better, by: grace.name }] });
  const undo = (await view()).history.find(({ undo }) => undo?.type === 'correction undone')?.undo;
  if (!undo) throw new Error('The history does not offer it.');
  await desk.runAction(olu, id, undo);
  expect(await view()).toMatchObject({ phone: wrong, corrections: [] });
});

test('what a colleague changed meanwhile, and what the form does not take, is refused', async () => {
  const { view, correct, desk, id } = await setup();
  await correct({ phone: right });
  expect(await correct({ phone: better }, { from: wrong })).toMatchObject({
    kind: 'refused',
    message: expect.stringContaining('was changed meanwhile'),
    conflicts: [{ field: 'phone', label: 'Phone', theirs: right, by: olu.name, at: expect.any(Number) }],
  });
  expect(await correct({ email: 'no address' })).toMatchObject({ kind: 'refused' });
  expect(await correct({ phone: '' })).toMatchObject({ kind: 'refused' });
  expect(await correct({ phone: right })).toMatchObject({ kind: 'refused', message: 'Nothing was changed.' });
  for (const answers of ['', '{', '[]', 'null', '{"phone":1}', '{"phone":[1,2]}', '{"__proto__":["","x"],"consent":["yes",""]}'])
    expect(await desk.runAction(olu, id, { type: 'answers corrected', answers })).toMatchObject({ kind: 'refused' });
  expect(await view()).toMatchObject({ phone: right, corrections: [{ new: right }] });
  await desk.runAction(olu, id, { type: 'quarantined' });
  expect(await correct({ phone: better })).toMatchObject({ kind: 'refused' });
});

test('of two who change answers at one time each changes other fields, and neither the same one unasked', async () => {
  const { view, desk, id } = await setup();
  const { data: rendered } = await view();
  const post = (staff: typeof olu, changes: Record<string, string>) => {
    const pairs = Object.entries(changes).map(([name, value]) => [name, [rendered[name] ?? '', value]]);
    return desk.runAction(staff, id, { type: 'answers corrected', answers: JSON.stringify(Object.fromEntries(pairs)) });
  };
  const outcomes = await Promise.all([
    post(grace, { vehicleMake: 'Skoda', phone: right }),
    post(olu, { vehicleModel: 'Fabia', phone: better }),
  ]);
  expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(['done', 'refused']);
  await post(grace, { vehicleMake: 'Skoda' });
  await post(olu, { vehicleModel: 'Fabia' });
  expect((await view()).data).toMatchObject({ vehicleMake: 'Skoda', vehicleModel: 'Fabia' });
  expect(await post(olu, { vehicleMake: 'Skoda' })).toEqual({ kind: 'refused', message: 'Nothing was changed.' });
});

test('what the claimant corrects keeps what they sent in the same way', async () => {
  const { desk, openClaim, found } = await setup();
  const { id, run } = await openClaim({ ...aoife, phone: '07700 900444', email: 'another@example.org' });
  await run({ act: 'phone', phone: right });
  expect(await desk.submission(olu, id)).toMatchObject({
    phone: right,
    corrections: [{ old: '07700 900444', new: right, by: 'the claimant' }],
  });
  expect(await found('07700 900444')).toBe(1);
});

test('it is erased with the claim', async () => {
  const { correct, database, id, desk } = await setup();
  await correct({ phone: right });
  await desk.erase(grace, [id], 'They asked for it.');
  for (const table of ['corrections', 'done_actions'] as const)
    expect(await database.db.selectFrom(table).selectAll().execute()).toEqual([]);
});

test('one that was taken back is in the export, with who took it back, and not in the copy for the claimant by name', async () => {
  const { correct, desk, id, advance } = await setup();
  const done = await correct({ phone: right });
  await advance(1);
  if (done.kind === 'done' && done.undo) await desk.runAction(grace, id, done.undo);
  for (const format of ['text', 'json'] as const) {
    const { body } = await desk.exportPerson(grace, wrong, format);
    expect(body).toContain(right);
    expect(body).toMatch(new RegExp(`aken ?[bB]ack.*${grace.name}|"takenBackBy": "${grace.name}"`));
  }
  const copy = await desk.copyForClaimant(id, 'json');
  expect(copy?.body).toContain(right);
  expect(copy?.body).not.toContain(grace.name);
});

test('an answer in one line stays in one line, and one of several lines keeps them', async () => {
  const { correct, view } = await setup();
  await correct({ firstName: 'Aoife\r\nof the\u2028road', descriptionOfAccident: 'One\r\ntwo' });
  expect((await view()).data).toMatchObject({ firstName: 'Aoife of the road', descriptionOfAccident: 'One\ntwo' });
});
