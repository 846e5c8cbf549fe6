// Protects: a claim that staff enter is one like any other, says how the consent was given, and is not entered twice.
import type { KyselyPlugin } from 'kysely';
import { expect, test } from 'vitest';
import { blankFieldsOf } from '#forms/answers.ts';
import { missingAnswersOf } from '#forms/continuation.ts';
import { hour } from '#forms/durations.ts';
import { formOf } from '#forms/forms.ts';
import { readClaimPage } from '#server/people/claimant/claim-page.ts';
import { createTestDesk } from '#testing/create-test-desk.ts';
import { testDatabases } from '#testing/databases.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { grace, olu } from '#testing/fixtures/test-staff.ts';
import { type EnteredClaim, type EnteredField, enterClaim } from './enter-claim.ts';

const databases = testDatabases();
const caller = { firstName: 'Ngozi', phone: '+44 7700 900555' };

async function setup() {
  const testDesk = await createTestDesk(await databases.open(), { emailsSenders: true });
  const enter = (answers: Record<string, string>, more: Partial<EnteredClaim> = {}, staff = olu) =>
    testDesk.desk.enterClaim(staff, {
      answers,
      source: 'phone',
      consents: ['consent spoken'],
      isOther: false,
      key: `${JSON.stringify(answers)} ${more.isOther ?? ''}`,
      ...more,
    });
  const idOf = async (...entered: Parameters<typeof enter>) => {
    const outcome = await enter(...entered);
    if (outcome.kind !== 'done') throw new Error(JSON.stringify(outcome));
    return outcome.id;
  };
  const count = async () => (await testDesk.database.db.selectFrom('form_submissions').select('id').execute()).length;
  return { ...testDesk, enter, idOf, count };
}

test('a name and a phone number are enough for a reference, a target, a next step, emails and the audit trail', async () => {
  const { desk, idOf, clock, emails, senderEmails, wakeCalls } = await setup();
  const id = await idOf(caller);
  const view = await desk.submission(grace, id);
  expect(view).toMatchObject({
    name: 'Ngozi',
    phone: caller.phone,
    form: 'Make a Claim',
    cameBy: 'phone',
    status: 'new',
    next: { kind: 'first call' },
    recorded: [{ name: 'consent spoken', at: clock.time, by: olu.name }],
  });
  expect(view?.reference).toMatch(/^\w{4}-\w{4}$/);
  expect(view?.dueAt).toBeGreaterThan(clock.time);
  expect(view?.history.map(({ action, actor, details }) => [action, actor, details])).toContainEqual([
    'claim entered',
    olu.name,
    { source: 'phone' },
  ]);
  expect((await desk.queue(olu, { own: true })).map((row) => row.id)).toEqual([id]);
  expect([(await emails()).length, (await senderEmails()).length, wakeCalls.count]).toEqual([1, 0, 1]);
  await idOf({ ...caller, phone: '07700 900556', email: 'ngozi@example.org' });
  expect((await senderEmails()).map(({ recipient }) => recipient)).toEqual(['ngozi@example.org']);
});

test('everything that the page asks for is an answer of the claim', async () => {
  const { desk, idOf } = await setup();
  const typed = {
    ...caller,
    lastName: 'Eze',
    vehicleReg: 'NE26 EZE',
    email: 'ngozi@example.org',
    descriptionOfAccident: 'Hit from behind at a red light.',
  } satisfies Record<EnteredField, string>;
  expect((await desk.submission(olu, await idOf(typed)))?.data).toMatchObject(typed);
});

test('what is missing is still to ask, and can be filled in by the claimant too', async () => {
  const { desk, idOf } = await setup();
  const view = await desk.submission(olu, await idOf(caller));
  const data = view?.data ?? {};
  const missing = missingAnswersOf('Make a Claim', data).map(({ name }) => name);
  expect(missing).toEqual(expect.arrayContaining(['lastName', 'dateOfAccident']));
  expect(missing).not.toContain('firstName');
  const blank = blankFieldsOf(formOf('Make a Claim', data), data).map(({ name }) => name);
  expect(blank).toEqual(expect.arrayContaining(missing.filter((name) => name in data)));
  expect(missingAnswersOf('Make a Claim', aoife as Record<string, string>)).toEqual([]);
});

test('nothing is stored without a name, a number to call, a source and the consent, nor by a role that may not', async () => {
  const { enter, count } = await setup();
  const refused = { kind: 'refused' };
  expect(await enter({ ...caller, firstName: ' ' })).toMatchObject(refused);
  expect(await enter({ ...caller, phone: 'none' })).toMatchObject(refused);
  expect(await enter({ ...caller, email: 'at home' })).toMatchObject(refused);
  expect(await enter(caller, { source: 'rest' })).toMatchObject(refused);
  expect(await enter(caller, { source: 'toString' })).toMatchObject(refused);
  expect(await enter(caller, { consents: [] })).toMatchObject(refused);
  await expect(enter(caller, {}, { ...olu, role: 'visitor' as never })).rejects.toThrow('does not allow');
  expect(await count()).toBe(0);
});

test('who is known by phone or registration is shown before anything is stored', async () => {
  const { enter, count, storeClaim, desk, advance } = await setup();
  const known = await storeClaim({ ...aoife, phone: '07700 900555', vehicleReg: 'AB12 CDE' });
  await advance(hour);
  const found = { kind: 'matches', matches: [{ id: known }] };
  expect(await enter(caller)).toMatchObject(found);
  expect(await enter({ firstName: 'Ngozi', phone: '07700 900999', vehicleReg: 'ab12cde' })).toMatchObject(found);
  expect((await desk.matches(olu, { phone: '900555', registration: '' })).map(({ id }) => id)).toEqual([known]);
  expect(await desk.matches(olu, { phone: '077', registration: 'A' })).toEqual([]);
  expect(await count()).toBe(1);
  expect(await enter(caller, { isOther: true })).toMatchObject({ kind: 'done' });
  expect(await count()).toBe(2);
});

test('who finds somebody by typing a number is recorded, once for what is typed of it, and without the number', async () => {
  const { desk, storeClaim, events, enter } = await setup();
  await storeClaim({ ...aoife, phone: '07700 900555' });
  for (const phone of ['900555', '0770090', '07700 900555', '07700 900123']) await desk.matches(olu, { phone, registration: '' });
  await desk.matches(grace, { phone: '07700 900555', registration: '' });
  await enter(caller);
  const searches = (await events()).filter(({ action }) => action === 'searched');
  expect(searches.map(({ actor_id }) => actor_id)).toEqual([olu.id, grace.id]);
  expect(JSON.stringify(searches)).not.toContain('900555');
});

test('a page with a made-up key is a claim all the same', async () => {
  const { enter } = await setup();
  expect(await enter(caller, { key: '\0' })).toMatchObject({ kind: 'done' });
  const key = Array.from({ length: 5_000 }, (_, index) => index.toString(36)).join(' ');
  expect(await enter({ ...caller, phone: '07700 900556' }, { key })).toMatchObject({ kind: 'done' });
});

test('the same page sent twice, also at once, is one claim', async () => {
  const { enter, count } = await setup();
  const outcomes = await Promise.all([enter(caller), enter(caller)]);
  outcomes.push(await enter(caller));
  expect(outcomes.map(({ kind }) => kind)).toEqual(['done', 'done', 'done']);
  expect(new Set(outcomes.map((outcome) => outcome.kind === 'done' && outcome.id)).size).toBe(1);
  expect(await count()).toBe(1);
});

test('a page that is sent again while it is stored does not find itself', async () => {
  const { app, enter, idOf, count } = await setup();
  const key = 'one page';
  let first: string | null = null;
  const storedJustAfter: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      first ??= await idOf(caller, { key });
      return result;
    },
  };
  const here = { ...app, db: { ...app.db, db: app.db.db.withPlugin(storedJustAfter) } };
  const again = { answers: caller, source: 'phone', consents: ['consent spoken'], isOther: false, key };
  expect(await enterClaim(here, olu, again)).toEqual({ kind: 'done', id: first });
  expect(await enter(caller, { key })).toEqual({ kind: 'done', id: first });
  expect(await count()).toBe(1);
});

test('of two who enter one caller at one instant both are kept, and each shows the other to merge', async () => {
  const { enter, desk } = await setup();
  const [mine, theirs] = await Promise.all([
    enter(caller, { key: 'mine', isOther: true }),
    enter(caller, { key: 'theirs', isOther: true }, grace),
    enter(caller, { key: 'mine', isOther: true }),
  ]);
  if (mine.kind !== 'done' || theirs.kind !== 'done') throw new Error('It was refused.');
  const sameAs = async (id: string) =>
    (await desk.submission(olu, id))?.others.filter(({ maybeSame }) => maybeSame).map((other) => other.id);
  expect([await sameAs(mine.id), await sameAs(theirs.id)]).toEqual([[theirs.id], [mine.id]]);
  expect((await desk.queue(olu, { own: false })).map(({ sameCount }) => sameCount)).toEqual([2, 2]);
});

test('a name, a number and a registration are stored in one line', async () => {
  const { idOf, desk } = await setup();
  const id = await idOf({ ...caller, firstName: 'Ngozi\nEze', descriptionOfAccident: 'One\ntwo' });
  expect((await desk.submission(olu, id))?.data).toMatchObject({ firstName: 'Ngozi Eze', descriptionOfAccident: 'One\ntwo' });
});

test.each([
  ['phone', 'consent spoken', 'consent written', 'Consent given aloud', 'You agreed when we spoke.'],
  ['walk-in', 'consent spoken', 'consent written', 'Consent given aloud', 'You agreed when we spoke.'],
  ['email', 'consent written', 'consent spoken', 'Consent given in writing', 'You agreed in your message to us.'],
  ['whatsapp', 'consent written', 'consent spoken', 'Consent given in writing', 'You agreed in your message to us.'],
])('the consent of a claim by %s is recorded and shown as it was given', async (source, given, other, title, sentence) => {
  const { enter, idOf, desk, database } = await setup();
  expect(await enter(caller, { source, consents: [other] })).toMatchObject({ kind: 'refused' });
  const id = await idOf(caller, { source, consents: [given] });
  expect((await desk.submission(olu, id))?.recorded).toMatchObject([{ name: given, title, by: olu.name }]);
  expect((await readClaimPage(database, id))?.done.map(({ text }) => text)).toEqual([sentence]);
});
