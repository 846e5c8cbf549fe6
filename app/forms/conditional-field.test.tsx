// Protects: without scripts a question with a condition is shown, and asked for by the server alone.
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Field as FieldDefinition } from '#forms/form.ts';
import { Field } from './fields.tsx';

const field: FieldDefinition = {
  name: 'rentedFrom',
  label: 'Whom do you rent it from?',
  type: 'text',
  required: true,
  showIf: { field: 'vehicleType', is: ['pco'] },
};

const rendered = (isAsked: boolean | undefined, one = field) =>
  renderToStaticMarkup(
    <Field field={one} formSlug="claim" initialValue={undefined} error={undefined} warning={undefined} isAsked={isAsked} />,
  );

test('before hydration it is shown and can stay blank, because nothing knows whether it is asked', () => {
  expect(rendered(undefined)).toContain('Whom do you rent it from?');
  expect(rendered(undefined)).not.toMatch(/ hidden| required/);
});

test('afterwards it is required where it is asked, and otherwise hidden, whatever was typed there', () => {
  expect(rendered(true)).toMatch(/<input[^>]* required/);
  expect(rendered(true)).not.toMatch(/ hidden/);
  expect(rendered(false)).toMatch(/<fieldset[^>]* hidden=""/);
  expect(rendered(false)).not.toMatch(/ required/);
  for (const type of ['email', 'number', 'date', 'time'] as const) {
    expect(rendered(true, { ...field, type })).toContain(`type="${type}"`);
    // A browser refuses a form with half a date, and cannot say where.
    expect(rendered(false, { ...field, type })).toContain('type="text"');
  }
});
