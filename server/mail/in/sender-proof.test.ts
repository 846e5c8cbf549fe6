// Protects: only the mail server that we were told of proves who sent an e-mail.
import { expect, test } from 'vitest';
import { isSenderProven } from './sender-proof.ts';

const from = { key: 'from', value: 'Aoife <aoife@example.com>' };
const results = (value: string) => ({ key: 'authentication-results', value });
const passed = results('mx.kerbside.example; spf=pass smtp.mailfrom=x; dmarc=pass (p=REJECT) header.from=example.com');
const proven = (...headers: { key: string; value: string }[]) =>
  isSenderProven(headers, 'aoife@Example.com', 'mx.kerbside.example');

const own = (text: string) => results(`mx.kerbside.example; ${text}`);
const received = { key: 'received', value: 'from mail.example.com by mx.kerbside.example with ESMTPS' };
const openDkim = own(
  'dkim=pass (2048-bit key; unprotected) header.d=example.com header.i=@example.com header.a=rsa-sha256 header.s=s1 header.b=Xk2/+a9J; dkim-atps=neutral',
);
const spf = own(
  'spf=pass (sender SPF authorized) smtp.mailfrom=example.com (client-ip=203.0.113.5; helo=mail.example.com; envelope-from=aoife@example.com; receiver=mx.kerbside.example)',
);
const rspamd = (dmarc: string) =>
  own(
    `dkim=pass header.d=example.com header.s=s1 header.b=Xk2a9J; ${dmarc}; spf=pass (mx.kerbside.example: domain of "aoife@example.com" designates 203.0.113.5 as permitted sender) smtp.mailfrom="aoife@example.com"`,
  );

test.each([
  ['passed in one field', [passed, from]],
  [
    'passed, whatever the case of letters and with a version',
    [results('MX.kerbside.example 1; dmarc = pass header.from=EXAMPLE.com'), from],
  ],
  [
    'OpenDMARC above OpenDKIM and SPF',
    [own('dmarc=pass (p=reject dis=none) header.from=example.com'), spf, openDkim, received, from],
  ],
  [
    'OpenDMARC below one of its colleagues',
    [openDkim, own('dmarc=pass (p=none dis=none) header.from=example.com'), received, from],
  ],
  [
    'OpenDMARC with the number of the e-mail',
    [results('mx.kerbside.example/4F9A21; dmarc=pass (p=none dis=none) header.from=example.com'), received, from],
  ],
  ['OpenDKIM and SPF, and nothing of DMARC', [openDkim, spf, received, from]],
  ['SPF above OpenDKIM', [spf, openDkim, received, from]],
  [
    'OpenDMARC of a domain that publishes nothing',
    [own('dmarc=none (p=none dis=none) header.from=example.com'), openDkim, received, from],
  ],
  ['rspamd, below Received', [received, rspamd('dmarc=pass (policy=reject) header.from=example.com'), from]],
  ['rspamd 3.4 of a domain that publishes nothing', [received, rspamd('dmarc=none'), from]],
  [
    'Exim with authresults',
    [
      own(
        'iprev=pass (mail.example.com) smtp.remote-ip=203.0.113.5; spf=pass smtp.mailfrom=example.com; dkim=pass header.d=example.com header.i=@example.com header.s=s1 header.a=rsa-sha256',
      ),
      received,
      from,
    ],
  ],
  [
    'Google, with more behind it',
    [
      own(
        'dkim=pass header.i=@example.com header.s=s1 header.b=Xk2a; spf=pass (google.com: domain of aoife@example.com designates 203.0.113.5 as permitted sender) smtp.mailfrom=aoife@example.com; dmarc=pass (p=NONE sp=NONE dis=NONE) header.from=example.com; dara=pass header.i=@kerbside.example',
      ),
      received,
      from,
    ],
  ],
  [
    'Microsoft of a domain that publishes nothing',
    [
      own(
        'spf=pass (sender IP is 203.0.113.5) smtp.mailfrom=example.com; dkim=pass (signature was verified) header.d=example.com;dmarc=bestguesspass action=none header.from=example.com;compauth=pass reason=109',
      ),
      received,
      from,
    ],
  ],
])('a sender is proven by %s', (_, headers) => {
  expect(proven(...headers)).toBe(true);
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
  [
    'a signature is of another domain',
    [own('dkim=pass (2048-bit key) header.d=mailer.example header.i=@mailer.example header.b=x'), spf, received, from],
  ],
  [
    'a signature failed',
    [own('dkim=fail reason="signature verification failed" header.d=example.com header.i=@example.com'), received, from],
  ],
  [
    'DMARC failed beside a signature that passed',
    [own('dmarc=fail (p=none dis=none) header.from=example.com'), openDkim, received, from],
  ],
  [
    'its sender wrote a second field, below what the server added',
    [own('dkim=none'), received, own('dmarc=pass header.from=example.com'), from],
  ],
  [
    'its sender wrote a second field, and the server added its own below Received',
    [received, own('dkim=none'), own('dmarc=pass header.from=example.com'), from],
  ],
  ['nothing shows where what the server added ends', [own('dkim=none'), own('dmarc=pass header.from=example.com'), from]],
  ...[
    'dmarc=pass header.from=example.com header.x=',
    'dmarc=pass header.from=example.com (',
    'dkim=pass header.d=example.com header.x=',
  ].map((words): [string, (typeof received)[]] => [
    `a signer wrote "${words}" as the one for whom it signs`,
    [
      own(
        `dkim=pass (2048-bit key) header.d=evil.example header.i=a@evil.example; ${words}@evil.example header.a=rsa-sha256 header.s=s1) header.b=x`,
      ),
      received,
      from,
    ],
  ]),
  ['there are two senders', [passed, from, { key: 'from', value: 'x@example.com' }]],
])('a sender is not proven where %s', (_, headers) => {
  expect(proven(...headers)).toBe(false);
});
