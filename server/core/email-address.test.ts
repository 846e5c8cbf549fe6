// Protects: one address is one however its domain is written, and is shown as its sender typed it unless it looks like another.
import { expect, test } from 'vitest';
import { domainKey, sameAddress, shownAddress, shownAnswers } from './email-address.ts';

test.each([
  ['claimant@bücher.example', 'claimant@xn--bcher-kva.example', true],
  ['Claimant@BÜCHER.example', ' claimant@xn--BCHER-kva.EXAMPLE ', true],
  ['claimant@bu\u0308cher.example', 'claimant@bücher.example', true],
  ['ju\u0308rgen@example.com', 'jürgen@example.com', true],
  ['王@例子。中国', '王@xn--fsqu00a.xn--fiqs8s', true],
  ['owain@example.com.', 'owain@example.com', true],
  ['claimant@bücher.example', 'claimant@bucher.example', false],
  ['jürgen@example.com', 'jurgen@example.com', false],
  ['ann@аpple.example', 'ann@apple.example', false],
  ['claimant', 'claimant@example.com', false],
  ['ann@example.com/ü', 'ann@example.com', false],
  ['ann@example.com?ü', 'ann@example.com', false],
])('%s and %s are one address: %s', (one, other, isSame) => {
  expect([sameAddress(one, other), sameAddress(other, one)]).toEqual([isSame, isSame]);
});

test.each([
  ['claimant@xn--bcher-kva.example', 'claimant@bücher.example'],
  ['O.Brien@Post.XN--BCHER-KVA.example', 'O.Brien@post.bücher.example'],
  ['wang@xn--fsqu00a.xn--fiqs8s', 'wang@例子.中国'],
  ['ann@xn--e1afmkfd.xn--p1ai', 'ann@пример.рф'],
  ['ann@xn--strae-oqa.example', 'ann@straße.example'],
  ['Claimant@Bücher.Example', 'Claimant@Bücher.Example'],
  ['Aoife@Example.com', 'Aoife@Example.com'],
  // One Cyrillic letter; all Cyrillic, and each like a Latin one; one Greek letter beside a hyphen.
  ['ann@xn--pple-43d.example', 'ann@xn--pple-43d.example'],
  ['ann@аpple.example', 'ann@xn--pple-43d.example'],
  ['ann@аррӏе.example', 'ann@xn--80ak6aa92e.example'],
  ['ann@kerb-οne.example', 'ann@xn--kerb-ne-dpf.example'],
  // No domain of this name can be read.
  ['ann@xn--zzzzzz.example', 'ann@xn--zzzzzz.example'],
  ['ring me, or ann@xn--bcher-kva.example', 'ring me, or ann@xn--bcher-kva.example'],
  ['@xn--bcher-kva.example', '@xn--bcher-kva.example'],
])('%s is shown as %s', (stored, shown) => {
  expect([shownAddress(stored), shownAddress(shown)]).toEqual([shown, shown]);
  expect(shownAnswers({ other: 'x', email: stored })).toEqual({ other: 'x', email: shown });
});

test('an address of a computer stays one', () => {
  expect([domainKey('1.2.3'), domainKey('[192.0.2.1]')]).toEqual(['1.2.3', '[192.0.2.1]']);
});
