// Protects: a film that this browser cannot play is played as the copy, also where that is made while somebody looks at it.
import { expect, test } from 'vitest';
import { whatPlays } from './shown-evidence.tsx';

test('the copy is tried after the original, as soon as there may be one', () => {
  expect(whatPlays('waiting', [])).toBe('original');
  expect(whatPlays('waiting', ['original'])).toBe('neither');
  expect(whatPlays('ready', ['original'])).toBe('copy');
  expect(whatPlays('failed', ['original', 'copy'])).toBe('neither');
});
