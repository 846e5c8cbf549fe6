// Protects: a claim begun at the roadside asks the rest of the claim form and repeats nothing.
import { expect, test } from 'vitest';
import { aoife, bo } from '#testing/fixtures/people.ts';
import { idris, iwona } from '#testing/fixtures/roadside-starts.ts';
import { blocksOf } from './answers.ts';
import { claim } from './claim.ts';
import { completenessOf, isIncomplete, missingAnswersOf, openSectionsOf, suggestedAnswer } from './continuation.ts';
import { type Answers, type FormDefinition, fieldsIn, fieldsOf, isAsked } from './form.ts';
import { continuationOf, formOf, forms } from './forms.ts';
import { roadside } from './roadside.ts';
import { senderOf } from './sender.ts';

const start = roadside.name;
const finished = { ...aoife, ...iwona };

/** The sections of the claim form of which something is asked, given these answers. */
function sectionsFor(data: Answers) {
  const { sections }: FormDefinition = claim;
  return sections.filter((section) => fieldsIn(section).some((field) => isAsked(field, data)));
}

/** How many answers a claim needs: 17. What the owner adds is not needed of a claim that does not know it. */
const neededFor = (data: Answers) =>
  fieldsOf(claim).filter((one) => one.required && isAsked(one, data) && (!one.isOwn || data[one.name] !== undefined)).length;

test('a roadside start alone is continued, by the claim form', () => {
  expect(forms.map(continuationOf)).toEqual([null, null, null, claim]);
});

test('of a roadside start the fields of both forms are known, those of the same name once', () => {
  const names = fieldsOf(formOf(start, idris)).map(({ name }) => name);
  expect(new Set(names)).toEqual(new Set([...fieldsOf(roadside), ...fieldsOf(claim)].map(({ name }) => name)));
  expect(new Set(names).size).toBe(names.length);
  expect(fieldsOf(formOf(claim.name, aoife))).toEqual(fieldsOf(claim));
});

test('of the claim form the sections are shown in which something was answered', () => {
  const titles = (data: Record<string, string>) => blocksOf(formOf(start, data), data).map(({ title }) => title);
  expect(titles(idris)).toEqual(['Call me back', 'Consent']);
  expect(titles({ ...idris, vehicleMake: 'Kia' })).toEqual(['Call me back', 'Vehicle Information', 'Consent']);
  expect(titles(finished)).toEqual(['Call me back', ...sectionsFor(finished).map(({ title }) => title), 'Consent']);
  const lines = blocksOf(formOf(start, finished), finished).flatMap((block) => block.lines.map(({ label }) => label));
  expect(lines.filter((label) => label === 'What happened?' || /phone/i.test(label))).toHaveLength(2);
});

test.each([
  ['just sent', idris, 3],
  ['with what happened', iwona, 4],
  ['with an email that is none', { ...idris, email: 'idris@' }, 3],
  ['with a choice that was offered when it was made', { ...idris, vehicleType: 'tank' }, 4],
  ['with all but one', { ...finished, vehicleReg: '' }, neededFor(finished) - 1],
  ['with optional answers missing', { ...bo, ...iwona }, neededFor(bo)],
])('%s it has as many of the answers that a claim needs', (_, data, given) => {
  const of = neededFor(data);
  expect(completenessOf(start, data)).toEqual({ given, of });
  expect(isIncomplete(start, data)).toBe(given < of);
});

test('what is missing is known by name', () => {
  expect(missingAnswersOf(start, { ...finished, vehicleReg: '', email: 'x' }).map(({ name }) => name)).toEqual([
    'email',
    'vehicleReg',
  ]);
  expect(missingAnswersOf(start, finished)).toEqual([]);
  // As the owner offered it once.
  expect(missingAnswersOf(start, { ...finished, vehicleType: 'tank' })).toEqual([]);
  expect(missingAnswersOf(claim.name, { ...bo, claimType: 'vehicle-storage' })).toEqual([]);
});

test('a claim is never incomplete', () => {
  expect(completenessOf(claim.name, bo)).toBeNull();
  expect(isIncomplete(claim.name, bo)).toBe(false);
  expect(openSectionsOf(claim.name, bo)).toEqual([]);
});

test('what was said at the roadside is not asked again', () => {
  const [personal, accident] = openSectionsOf(start, iwona);
  const of = claim.sections[0]?.fields.filter(({ required }) => required).length;
  expect(personal).toMatchObject({ title: 'Personal Information', given: 1, of, said: [{ name: 'phone' }] });
  expect(accident?.said.map(({ name }) => name)).toEqual(['locationOfAccident', 'descriptionOfAccident']);
  const optional = sectionsFor(iwona).filter(({ fields }) => fields.every(({ required }) => !required));
  for (const { title } of optional)
    expect(openSectionsOf(start, iwona).find((open) => open.title === title)).toMatchObject({ given: 0, of: 0 });
  const asked = openSectionsOf(start, idris).flatMap(({ fields }) => fields.map(({ name }) => name));
  expect(asked).toContain('descriptionOfAccident');
  const all = openSectionsOf(start, idris).flatMap(({ said, fields }) => [...said, ...fields]);
  expect(all.map(({ name }) => name).toSorted()).toEqual(
    sectionsFor(idris)
      .flatMap(fieldsIn)
      .flatMap((field) => (isAsked(field, idris) ? [field.name] : []))
      .toSorted(),
  );
});

test('the name is what was said at the roadside, until the claim has a first and a last name', () => {
  const nameOf = (data: Record<string, string>) => senderOf(formOf(start, data), data).name;
  expect(nameOf({ ...idris, firstName: 'Idris' })).toBe('Idris Khan');
  expect(nameOf({ ...idris, firstName: 'Idris Amir', lastName: 'Khan' })).toBe('Idris Amir Khan');
});

test('a name said in one piece is suggested in two', () => {
  const suggested = (name: string) =>
    Object.fromEntries(fieldsOf(claim).map((field) => [field.name, suggestedAnswer(field, { name })]));
  expect(suggested(' Ana Maria  Pop ')).toEqual({ firstName: 'Ana', lastName: 'Maria Pop' });
  expect(suggested('Ana')).toEqual({});
});
