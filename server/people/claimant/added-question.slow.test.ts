// Protects: a question that an owner adds and requires makes no claim incomplete that was begun before, and is asked all the same.
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import type { OwnField } from '#forms/own-fields.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { copySqliteTemplate } from '#testing/migrated-databases.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';

const parked: OwnField = {
  form: 'claim',
  section: 'Accident Details',
  name: 'wasParked',
  label: 'Was your vehicle parked?',
  type: 'text',
  required: true,
};

/** The files of a worker share their modules. */
afterAll(() => {
  vi.doUnmock('#forms/claim-sections.ts');
  vi.resetModules();
});

async function newStore(): Promise<string> {
  const dataDir = temporaryFolder();
  await copySqliteTemplate(dataDir);
  return dataDir;
}

/** The product on a store, as it is built with these questions: all its modules anew, as after an upgrade. */
async function release(dataDir: string, fields: OwnField[]) {
  vi.resetModules();
  vi.doMock('#forms/claim-sections.ts', async (original) => {
    const { withOwn } = await import('#forms/own-fields.ts');
    const { claimSections } = await original<typeof import('#forms/claim-sections.ts')>();
    return { claimSections: withOwn('claim', claimSections, { fields, sections: [], options: [], services: [] }) };
  });
  const [{ createTestDesk }, { claim }, { roadside }, forms, answers, continuation, { iwona }, { olu }] = await Promise.all([
    import('#testing/create-test-desk.ts'),
    import('#forms/claim.ts'),
    import('#forms/roadside.ts'),
    import('#forms/forms.ts'),
    import('#forms/answers.ts'),
    import('#forms/continuation.ts'),
    import('#testing/fixtures/roadside-starts.ts'),
    import('#testing/fixtures/test-staff.ts'),
  ]);
  const { openDatabase } = await import('#server/core/database/open.ts');
  const database = openDatabase({ dataDir, databaseUrl: null });
  onTestFinished(() => database.close());
  const desk = await createTestDesk(database);
  return {
    begin: async (more: Record<string, string> = {}) => desk.send(roadside, { ...iwona, ...more }),
    /** Sends the claim form of the browser in which the claim was begun, as a page wrote it that did not know the question. */
    goOn: (begun: Begun) => desk.send(claim, aoife, { cookie: desk.startedCookie(begun), isSameAccident: true }),
    /** Saves answers on the claim's page. Those to all that the specification requires, unless others are given. */
    save: (begun: Begun, typed: Record<string, string> = everything, act = 'section') => {
      const cookie = desk.startedCookie(begun).replace('started', 'claim');
      const fields = { reference: begun.reference, key: 'k1', act, part: '1', ...typed };
      return desk.claimant.run(cookie, (name) => (fields as Record<string, string>)[name] ?? '');
    },
    merge: (into: Begun, other: Begun) => desk.desk.runAction(olu, into.id, { type: 'merged', other: other.id }),
    claimOf: async ({ id }: Begun) => {
      const view = await desk.desk.submission(olu, id);
      if (!view) throw new Error('The claim is not there.');
      const { data, form, completeness } = view;
      return {
        wasParked: data.wasParked,
        isComplete: !continuation.isIncomplete(form, data),
        count: completeness,
        /** What its page offers while it is incomplete, and afterwards; what staff are told to ask; and the titles of what was answered. */
        asked: continuation.openSectionsOf(form, data).flatMap((section) => section.fields.map(({ name }) => name)),
        blank: answers.blankFieldsOf(forms.formOf(form, data), data).map(({ name }) => name),
        missing: continuation.missingAnswersOf(form, data).map(({ name }) => name),
        titles: answers.blocksOf(forms.formOf(form, data), data).map(({ title }) => title),
      };
    },
    completions: async ({ id }: Begun) =>
      (await desk.events()).filter(({ action, subject_id }) => action === 'claim completed' && subject_id === id).length,
  };
}

/** Answers to all that the claim form asks and the start at the roadside does not. */
const { phone: _, locationOfAccident: __, descriptionOfAccident: ___, consent: ____, ...everything } = aoife;

type Begun = { id: string; reference: string; formName: string };

test('a claim that was complete before stays complete, and its question can be answered on its page or asked by staff', async () => {
  const store = await newStore();
  const before = await release(store, []);
  const begun = await before.begin();
  expect(await before.save(begun)).toEqual({ kind: 'done' });

  const after = await release(store, [parked]);
  const claim = await after.claimOf(begun);
  expect(claim).toMatchObject({ isComplete: true, missing: ['wasParked'], blank: expect.arrayContaining(['wasParked']) });
  expect(claim.count?.given).toBe(claim.count?.of);
  expect(await after.save(begun, { wasParked: 'Yes' }, 'answers')).toEqual({ kind: 'done' });
  expect(await after.claimOf(begun)).toMatchObject({ isComplete: true, wasParked: 'Yes', missing: [] });
  expect(await after.completions(begun)).toBe(1);
});

test('one that is half finished then is offered the question, and is complete without it', async () => {
  const store = await newStore();
  const before = await release(store, []);
  const begun = await before.begin();
  await before.save(begun, { vehicleMake: 'Kia', vehicleModel: 'Niro' });

  const after = await release(store, [parked]);
  expect(await after.claimOf(begun)).toMatchObject({ isComplete: false, asked: expect.arrayContaining(['wasParked']) });
  const rest = { ...everything, 'was.vehicleMake': 'Kia', 'was.vehicleModel': 'Niro' };
  expect(await after.save(begun, { ...rest, vehicleMake: 'Kia', vehicleModel: 'Niro' })).toEqual({ kind: 'done' });
  expect(await after.claimOf(begun)).toMatchObject({ isComplete: true, missing: ['wasParked'] });
  expect(await after.completions(begun)).toBe(1);
});

test('one that is begun afterwards is complete with the question, also where its claim form waited and did not know it', async () => {
  const after = await release(await newStore(), [parked]);
  const begun = await after.begin();
  await after.save(begun);
  expect(await after.claimOf(begun)).toMatchObject({ isComplete: false, missing: ['wasParked'] });
  await after.save(begun, { wasParked: 'Yes' });
  expect(await after.claimOf(begun)).toMatchObject({ isComplete: true, wasParked: 'Yes' });

  const another = await after.begin({ phone: aoife.phone ?? '' });
  expect((await after.goOn(another)).reference).toBe(another.reference);
  expect(await after.claimOf(another)).toMatchObject({ isComplete: false, missing: ['wasParked'] });
});

test('a claim form that waited on a device goes on with a claim that was begun before, which is complete then', async () => {
  const store = await newStore();
  const before = await release(store, []);
  const begun = await before.begin({ phone: aoife.phone ?? '' });
  const after = await release(store, [parked]);
  expect((await after.goOn(begun)).reference).toBe(begun.reference);
  expect(await after.claimOf(begun)).toMatchObject({ isComplete: true, missing: ['wasParked'] });
});

test.each([
  [true, 'stays complete'],
  [false, 'needs the rest still'],
])('a claim into which staff merge another that is begun afterwards, and that was complete (%s), %s', async (isComplete) => {
  const store = await newStore();
  const before = await release(store, []);
  const begun = await before.begin();
  if (isComplete) await before.save(begun);
  const after = await release(store, [parked]);
  const other = await after.begin({ phone: '07700 900177' });
  expect(await after.merge(begun, other)).toMatchObject({ kind: 'done' });
  expect(await after.claimOf(begun)).toMatchObject({ isComplete });
});

test('a question that is taken away again leaves nothing behind', async () => {
  const store = await newStore();
  const first = await release(store, [parked]);
  const begun = await first.begin();
  await first.save(begun);
  const without = await release(store, []);
  const { isComplete, titles } = await without.claimOf(begun);
  expect([isComplete, titles]).toEqual([true, expect.not.arrayContaining(['No longer asked'])]);
  const renamed = await release(store, [{ ...parked, name: 'wasStanding' }]);
  expect(await renamed.claimOf(begun)).toMatchObject({ isComplete: true, missing: ['wasStanding'] });
});
