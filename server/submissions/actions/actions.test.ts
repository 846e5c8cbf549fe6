import { expect, test } from 'vitest';
import { fieldsOf } from '#app/desk/submission/actions.tsx';
import { type Action, readAction, readUndo } from './actions.ts';

test.each<Action>([
  { act: 'contacted' },
  { act: 'set aside' },
  { act: 'assigned', to: 'hana', from: null },
  { act: 'assigned', to: null, from: 'hana' },
  { act: 'assigned', to: 'hana' },
  { act: 'note added', text: 'Called, no answer.\nTry after six.' },
  { act: 'note removed', noteId: 'n1' },
  { act: 'letter sent again', letterId: 'l1' },
])('%o comes through a form as it was', (action) => {
  const pairs = new Map(fieldsOf(action));
  expect(readAction((name) => pairs.get(name) ?? null)).toEqual(action);
});

test('what names no action is none', () => {
  expect(readAction(() => null)).toBeNull();
  for (const act of ['erased', '__proto__', 'toString', 'constructor']) expect(readAction(() => act)).toBeNull();
});

test('what is offered to take an action back is what takes it back', () => {
  const from = (act: string) => (name: string) => (name === 'act' ? act : null);
  expect(readUndo('contacted', from('contact undone'))).toEqual({ act: 'contact undone' });
  expect(readUndo('note added', from('closed'))).toBeNull();
  expect(readUndo('contacted', from('contacted'))).toBeNull();
  expect(readUndo('letter sent again', from('closed'))).toBeNull();
});
