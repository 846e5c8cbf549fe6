// Protects: an action is read from a form as it was written, and nothing else is one.
import { expect, test } from 'vitest';
import { fieldsOf } from '#app/desk/claims/next-steps.tsx';
import { type Action, readAction, readUndo } from './actions.ts';

test.each<Action>([
  { type: 'contacted' },
  { type: 'quarantined' },
  { type: 'closed', pursued: 'no', why: 'It is settled.' },
  { type: 'assigned', to: 'hana', from: null },
  { type: 'assigned', to: null, from: 'hana' },
  { type: 'assigned', to: 'hana' },
  { type: 'note added', text: 'Called, no answer.\nTry after six.' },
  { type: 'note removed', noteId: 'n1' },
  { type: 'email sent again', emailId: 'l1' },
])('%o is read from a form as it was written', (action) => {
  const pairs = new Map(fieldsOf(action));
  expect(readAction((name) => pairs.get(name) ?? null)).toEqual(action);
});

test('any other name is no action', () => {
  expect(readAction(() => null)).toBeNull();
  for (const act of ['erased', '__proto__', 'toString', 'constructor']) expect(readAction(() => act)).toBeNull();
});

test('the action that undoes another is the only one accepted as its undo', () => {
  const from = (act: string) => (name: string) => (name === 'act' ? act : null);
  expect(readUndo('contacted', from('contact undone'))).toEqual({ type: 'contact undone' });
  expect(readUndo('note added', from('closed'))).toBeNull();
  expect(readUndo('contacted', from('contacted'))).toBeNull();
  expect(readUndo('email sent again', from('closed'))).toBeNull();
});
