import { expect, test } from 'vitest';
import type { Change } from '#server/desk/outcome.ts';
import { changeOf, pairsOf, undoOf } from './change-of.ts';

test.each<Change>([
  { act: 'contacted' },
  { act: 'set aside' },
  { act: 'assigned', to: 'hana', from: null },
  { act: 'assigned', to: null, from: 'hana' },
  { act: 'assigned', to: 'hana' },
  { act: 'note added', text: 'Called, no answer.\nTry after six.' },
  { act: 'note removed', noteId: 'n1' },
  { act: 'letter sent again', letterId: 'l1' },
])('%o comes through a form as it was', (change) => {
  const pairs = new Map(pairsOf(change));
  expect(changeOf((name) => pairs.get(name) ?? null)).toEqual(change);
});

test('what is no change is none', () => {
  expect(changeOf(() => null)).toBeNull();
  expect(changeOf(() => 'erased')).toBeNull();
});

test('what an address offers as the way back is the way back', () => {
  const from = (act: string) => (name: string) => (name === 'act' ? act : null);
  expect(undoOf('contacted', from('contact undone'))).toEqual({ act: 'contact undone' });
  expect(undoOf('note added', from('closed'))).toBeNull();
  expect(undoOf('contacted', from('contacted'))).toBeNull();
  expect(undoOf(null, from('closed'))).toBeNull();
});
