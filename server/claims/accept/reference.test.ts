// Protects: references can be read out on the telephone.
import { expect, test } from 'vitest';
import { makeReference } from './accept.ts';

test('references are short, without look-alike letters, and differ', () => {
  const references = Array.from({ length: 10_000 }, makeReference);
  for (const reference of references) expect(reference).toMatch(/^[34679ACDEFGHJKMNPQRTWXY]{4}-[34679ACDEFGHJKMNPQRTWXY]{4}$/);
  // In one run of 1,600 the same reference is drawn twice.
  expect(new Set(references).size).toBeGreaterThan(references.length - 4);
});
