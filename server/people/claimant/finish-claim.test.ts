// Protects: a claim begun at the roadside is completed section by section without loss.
import { describe, expect, test } from 'vitest';
import { claim } from '#forms/claim.ts';
import { hour } from '#forms/durations.ts';
import { fieldsOf } from '#forms/form.ts';
import { roadside } from '#forms/roadside.ts';
import { emailSubject } from '#server/mail/out/email-store.ts';
import { createTestDesk, tenOClock } from '#testing/create-test-desk.ts';
import { testDatabases } from '#testing/databases.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { idris, iwona } from '#testing/fixtures/roadside-starts.ts';
import { grace, olu } from '#testing/fixtures/test-staff.ts';

const databases = testDatabases();

/** The fields that cannot be added to a roadside start, because they were answered there. */
const said = ['phone', 'locationOfAccident', 'descriptionOfAccident', 'consent'];
const restOf = (answers: Record<string, string>) =>
  Object.fromEntries(Object.entries(answers).filter(([name, answer]) => !said.includes(name) && answer !== ''));
const sections = claim.sections.map(({ fields }) => {
  const names = fields.map(({ name }): string => name);
  return Object.fromEntries(Object.entries(restOf(aoife)).filter(([name]) => names.includes(name)));
});

describe('a claim that was begun at the roadside', () => {
  async function setup(data: Record<string, string> = iwona, { emailsSenders = true } = {}) {
    const testDesk = await createTestDesk(await databases.open(), { emailsSenders });
    const begun = await testDesk.openClaim(data, roadside.name);
    const save = (fields: Record<string, string>) => begun.run({ act: 'section', part: '1', ...fields });
    const templates = async () => (await testDesk.emails()).map(({ template }) => template);
    return { ...testDesk, ...begun, save, templates };
  }

  test('is saved section by section, and is found by what was added', async () => {
    const { save, page, desk, id, events } = await setup();
    for (const section of sections.slice(0, -1)) expect(await save(section)).toEqual({ kind: 'done' });
    expect((await page()).data).toEqual(Object.assign({}, ...sections.slice(0, -1), iwona));
    expect((await desk.inbox(olu, { search: aoife.vehicleReg ?? '' })).rows.map((row) => row.id)).toEqual([id]);
    expect((await desk.inbox(olu, { search: 'Kowalska' })).rows.map((row) => row.id)).toEqual([id]);
    const recorded = (await events()).filter(({ actor_id }) => actor_id === 'claimant');
    const before = sections.slice(0, -2).filter((section) => Object.keys(section).length > 0);
    expect(recorded.map(({ action }) => action)).toEqual([...before.map(() => 'answers added'), 'claim completed']);
    expect(JSON.stringify(recorded)).not.toContain('Niro');
  });

  test('until it is complete answers can be changed and taken back, and what was said at the roadside cannot', async () => {
    const { save, page, events } = await setup();
    // A box that nobody has to tick, whichever services there are.
    const box = fieldsOf(claim).find(({ type, required }) => type === 'checkbox' && !required)?.name;
    const boxes = box ? [box] : [];
    await save({ vehicleMake: 'Kia', vehicleModel: 'Niro', ...(box && { [box]: 'yes' }) });
    const rendered = { 'was.vehicleMake': 'Kia', 'was.vehicleModel': 'Niro', ...(box && { [`was.${box}`]: 'yes' }) };
    expect(await save({ ...rendered, vehicleMake: 'Toyota', vehicleModel: '' })).toEqual({ kind: 'done' });
    expect((await page()).data).toMatchObject({ vehicleMake: 'Toyota', vehicleModel: '' });
    for (const name of boxes) expect((await page()).data).not.toHaveProperty(name);
    const changed = ['vehicleMake', 'vehicleModel', ...boxes].join(', ');
    expect(JSON.parse((await events()).at(-1)?.details ?? '')).toEqual({ fields: changed, replaced: changed });
    for (const name of ['phone', 'locationOfAccident', 'name', 'language'])
      expect(await save({ [name]: 'other' })).toMatchObject({ kind: 'refused', errors: { [name]: /./ } });
    expect((await page()).data).toMatchObject(iwona);
  });

  test('an answer that is not one is refused, and nothing of its section is saved', async () => {
    const { save, page } = await setup();
    expect(await save({ firstName: 'Iwona', email: 'iwona@' })).toMatchObject({ status: 422, errors: { email: /valid email/ } });
    expect(await save({ vehicleType: 'tank' })).toMatchObject({ status: 422, errors: { vehicleType: /./ } });
    expect(await save({})).toMatchObject({ status: 422, message: 'Fill in an answer first.' });
    expect((await page()).data).toEqual(iwona);
  });

  test('two tabs do not undo each other: what one did not touch stays, what both changed is asked about', async () => {
    const { save, page } = await setup();
    await save({ vehicleMake: 'Kia' });
    // The second tab was rendered before the first one saved.
    expect(await save({ vehicleMake: '', vehicleModel: 'Niro' })).toEqual({ kind: 'done' });
    expect((await page()).data).toMatchObject({ vehicleMake: 'Kia', vehicleModel: 'Niro' });
    expect(await save({ vehicleMake: 'Ford' })).toMatchObject({
      kind: 'refused',
      status: 422,
      errors: { vehicleMake: /changed meanwhile/ },
      current: { vehicleMake: 'Kia' },
    });
    expect(await save({ vehicleMake: 'Ford', 'was.vehicleMake': 'Kia' })).toEqual({ kind: 'done' });
    expect((await page()).data).toMatchObject({ vehicleMake: 'Ford' });
  });

  test('two sections that are sent at the same time are both saved', async () => {
    const { save, page } = await setup();
    const isFree = (_: unknown, index: number) => !claim.sections[index]?.showIf;
    await Promise.all(sections.filter(isFree).map(save));
    // A section with a condition is on the page once that holds.
    for (const section of sections.filter((one, index) => !isFree(one, index))) await save(section);
    expect((await page()).data).toMatchObject({ ...restOf(aoife), ...iwona });
  });

  test('a double click saves once', async () => {
    const { save, events } = await setup();
    const twice = await Promise.all([save({ vehicleMake: 'Kia' }), save({ vehicleMake: 'Kia' })]);
    expect(twice).toEqual([{ kind: 'done' }, { kind: 'done' }]);
    expect((await events()).filter(({ action }) => action === 'answers added')).toHaveLength(1);
  });

  test('once it is complete what was given stays, and what is optional can still be added', async () => {
    const { save, page } = await setup();
    await save({ ...restOf(aoife), additionalInfo: '' });
    expect(await save({ ...restOf(aoife), additionalInfo: '' })).toEqual({ kind: 'done' });
    expect(await save({ vehicleMake: 'Ford', 'was.vehicleMake': 'Kia' })).toMatchObject({
      status: 422,
      errors: { vehicleMake: /send us a message/ },
    });
    expect(await save({ act: 'answers', additionalInfo: 'A witness.' })).toEqual({ kind: 'done' });
    expect((await page()).data).toMatchObject({ vehicleMake: 'Kia', additionalInfo: 'A witness.' });
  });

  test('the team is told once that it is complete, with all answers, also when two send the last one at the same time', async () => {
    const { app, save, templates, id, desk } = await setup();
    const { vehicleReg = '', insuranceCompany = '', ...rest } = restOf(aoife);
    await save(rest);
    await Promise.all([save({ vehicleReg }), save({ insuranceCompany }), save({ vehicleReg, insuranceCompany })]);
    await save({ act: 'answers', additionalInfo: 'A witness.' });
    expect((await templates()).filter((template) => template === 'claim-complete')).toHaveLength(1);
    const email = { subjectId: id, template: 'claim-complete', createdAt: tenOClock, payload: null };
    const subject = await emailSubject(app, email);
    expect(subject).toMatchObject({ data: { ...restOf(aoife), ...iwona } });
    expect((await desk.submission(olu, id))?.isUpdated).toBe(true);
  });

  test('in quarantine nobody is told that it is complete', async () => {
    const { save, templates, desk, id, senderEmails } = await setup();
    await desk.runAction(olu, id, { type: 'quarantined' });
    expect(await save(restOf(aoife))).toEqual({ kind: 'done' });
    expect(await templates()).not.toContain('claim-complete');
    expect(await senderEmails()).toEqual([]);
  });

  test('the acknowledgement goes to the address once there is one, and to another one, three times at most', async () => {
    const { save, senderEmails, changed } = await setup();
    await save({ firstName: 'Iwona' });
    expect(await senderEmails()).toEqual([]);
    let was = '';
    for (const email of ['a@example.org', 'a@example.org', 'b@example.org', 'c@example.org', 'd@example.org']) {
      await save({ email, 'was.email': was });
      was = email;
    }
    const sent = (await senderEmails()).map(({ recipient }) => recipient);
    expect(sent.toSorted()).toEqual(['a@example.org', 'b@example.org', 'c@example.org']);
    expect(changed).toContain(true);
  });

  test('without acknowledgements none is stored', async () => {
    const { save, senderEmails } = await setup(iwona, { emailsSenders: false });
    await save({ email: 'a@example.org' });
    expect(await senderEmails()).toEqual([]);
  });

  test('one that was withdrawn or closed is not gone on with unasked', async () => {
    const { save, desk, id, page } = await setup();
    await save({ act: 'withdraw', confirm: 'yes' });
    expect(await save({ firstName: 'Iwona' })).toMatchObject({ status: 422, message: /withdrawn/ });
    await save({ act: 'continue' });
    await desk.runAction(olu, id, { type: 'closed', why: 'It is settled.' });
    expect(await save({ firstName: 'Iwona' })).toMatchObject({ status: 422, message: /closed/ });
    expect((await page()).data).toEqual(iwona);
  });

  test('it may be erased while a section is sent: the section is refused or erased with it', async () => {
    const { save, desk, id, database, claimant, cookie } = await setup();
    const [saved] = await Promise.all([save({ vehicleMake: 'Kia' }), desk.erase(grace, [id], 'asked for')]);
    expect(['done', 'refused']).toContain(saved.kind);
    expect(await database.db.selectFrom('form_submissions').selectAll().execute()).toEqual([]);
    expect((await desk.inbox(olu, { search: 'Kowalska' })).rows).toEqual([]);
    expect(await claimant.page(cookie)).toEqual({ kind: 'unknown' });
    expect(await save({ vehicleMake: 'Kia' })).toMatchObject({ kind: 'refused', status: 403 });
  });

  test('the copy for the claimant and the subject access export have both forms', async () => {
    const { save, claimant, cookie } = await setup();
    await save(restOf(aoife));
    const text = (await claimant.copy(cookie, 'text'))?.body ?? '';
    for (const part of [
      'Your name: Iwona Kowalska',
      'First name: Aoife',
      'Registration: LB77 ZZT',
      'Language of the page: Polish',
    ])
      expect(text).toContain(part);
    expect(text).not.toContain('No longer asked');
  });

  test('a driver by profession is to be called no later than anybody at the roadside', async () => {
    const { save, desk, id, advance } = await setup(idris);
    const before = (await desk.submission(olu, id))?.ownTargetAt;
    await advance(hour);
    await save(restOf(aoife));
    expect((await desk.submission(olu, id))?.ownTargetAt).toBe(before);
  });
});
