// Protects: what is said of a field belongs to it for assistive technology: its hint, its error and its warning.
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Field as FieldDefinition } from '#forms/form.ts';
import { Field } from './fields.tsx';

test.each(['tel', 'number', 'date'] as const)('a field of type %s is described by its hint, error and warning', (type) => {
  const field: FieldDefinition = { name: 'one', label: 'One', type, hint: 'A hint.' };
  const render = (warning?: string) =>
    renderToStaticMarkup(<Field field={field} formSlug="claim" initialValue="" error="An error." warning={warning} />);
  expect(render()).toContain('aria-describedby="claim-one-hint claim-one-error"');
  expect(render('Check it.')).toContain('aria-describedby="claim-one-hint claim-one-error claim-one-warning"');
  for (const [id, text] of Object.entries({ hint: 'A hint.', error: 'An error.', warning: 'Check it.' }))
    expect(render('Check it.')).toMatch(new RegExp(`id="claim-one-${id}"[^>]*>(?:<span[^>]*>[^<]*</span>)?${text}<`));
});
