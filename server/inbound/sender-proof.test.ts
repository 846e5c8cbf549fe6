// Protects: only the mail server that we were told of proves who sent an e-mail.
import { expect, test } from 'vitest';
import { isSenderProven } from './sender-proof.ts';

const from = { key: 'from', value: 'Aoife <aoife@example.com>' };
const results = (value: string) => ({ key: 'authentication-results', value });
const passed = results('mx.kerbside.example; spf=pass smtp.mailfrom=x; dmarc=pass (p=REJECT) header.from=example.com');
const proven = (...headers: { key: string; value: string }[]) =>
  isSenderProven(headers, 'aoife@Example.com', 'mx.kerbside.example');

test('what that mail server says of the domain of the sender is believed', () => {
  expect(proven(passed, from)).toBe(true);
  expect(proven(results('MX.kerbside.example 1; dmarc = pass header.from=EXAMPLE.com'), from)).toBe(true);
});

test.each([
  ['nobody says anything', [from]],
  ['another mail server says it', [results('mx.evil.example; dmarc=pass header.from=example.com'), from]],
  ['it failed', [results('mx.kerbside.example; dmarc=fail header.from=example.com'), from]],
  ['it says so of another domain', [results('mx.kerbside.example; dmarc=pass header.from=evil.example'), from]],
  ['only SPF passed', [results('mx.kerbside.example; spf=pass smtp.mailfrom=example.com'), from]],
  ['the words are in a comment', [results('mx.kerbside.example; none (; dmarc=pass header.from=example.com)'), from]],
  ['the words are quoted', [results('mx.kerbside.example; x="; dmarc=pass header.from=example.com"'), from]],
  [
    'the words are in an address that ends its quotes early',
    [results('mx.kerbside.example; spf=pass smtp.mailfrom="\\"; dmarc=pass header.from=example.com; x=\\""@evil.example'), from],
  ],
  ['a comment ends early', [results('mx.kerbside.example; none (\\); dmarc=pass header.from=example.com; x)'), from]],
  [
    'the name is that of the server with more',
    [results('mx.kerbside.example.evil.example; dmarc=pass header.from=example.com'), from],
  ],
  ['what it says first is another thing', [results('mx.kerbside.example; dmarc=fail header.from=example.com'), passed, from]],
  ['it says two things', [results('mx.kerbside.example; dmarc=fail; dmarc=pass header.from=example.com'), from]],
  ['there are two senders', [passed, from, { key: 'from', value: 'x@example.com' }]],
])('a sender is not proven where %s', (_, headers) => {
  expect(proven(...headers)).toBe(false);
});
