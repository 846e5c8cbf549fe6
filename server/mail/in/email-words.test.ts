// Protects: every word of a letter is read, in whichever part and form its program wrote it, and reading it ends.
import PostalMime from 'postal-mime';
import { expect, test, vi } from 'vitest';
import { mimeEmail } from '#testing/fixtures/mime-email.ts';
import { textOfHtml } from './html-text.ts';
import { parseEmail } from './parse-email.ts';
import { readParts } from './read-parts.ts';

/** As in the process with limits. */
const limited = { isLimited: true };

const letter = '<p>The car is at <b>Leeds</b> Road.</p>';
const words = 'The car is at Leeds Road.';

test.each([
  ['an empty text', '', letter, words],
  ['a line end, as webmail writes it', '\r\n', letter, words],
  ['a no-break space', '\u00a0\r\n', letter, words],
  ['a sentence that the program shows no HTML', 'Your client does not support HTML messages.', letter, words],
  ['a text that lacks a part of the letter', 'The car is', letter, words],
  ['the same text in another form', 'The car is at *Leeds* Road.', letter, 'The car is at *Leeds* Road.'],
  ['a short text, and HTML with a picture alone', 'Yes please', '<img src="cid:a" alt="Logo">', '[Logo]\n\nYes please'],
  ['a blank text, and a sign alone', ' ', '<p>?</p>', '?'],
  ['a sentence about HTML, and a face alone', 'Shown as HTML only.', '<p>👍</p>', '👍'],
  ['a blank text, and words in brackets', ' ', '[see photograph]', '[see photograph]'],
  [
    'a text with names of pictures (Outlook)',
    'The car is at Leeds Road.\n[cid:image001.png@01DC]',
    `${letter}<img src="cid:image001.png@01DC" alt="Logo">`,
    `${words}\n\n[Logo]`,
  ],
  [
    'a text that lacks where a link leads (Yahoo)',
    'The video is here.',
    '<p>The video is <a href="https://v.example/1">here</a>.</p>',
    'The video is here (https://v.example/1).',
  ],
  [
    'a text with its links in its own form (Gmail)',
    'Here <https://v.example/?a=1&b=2> and https://w.example',
    '<a href="https://v.example/?a=1&amp;b=2">Here</a> and <a href="https://w.example/">https://w.example</a>',
    'Here <https://v.example/?a=1&b=2> and https://w.example',
  ],
  ['a text without the signs of money', 'It cost ?500', '<p>It cost &pound;500</p>', 'It cost £500'],
  ['a text, and blank HTML', 'The car', '<p>&nbsp;</p>', 'The car'],
])('of %s beside HTML the letter is read', async (_, text, html, expected) => {
  expect((await readParts(mimeEmail({ text, html }), limited)).text).toBe(expected);
});

test('a text that says much else than the HTML beside it stands below it', async () => {
  const other = Array.from({ length: 30 }, (_, at) => `word${at}`).join(' ');
  expect((await readParts(mimeEmail({ text: other, html: letter }), limited)).text).toBe(`${words}\n\n${other}`);
});

/** Parts of an e-mail of its own, each with its headers. */
const mixed = (...parts: string[]) =>
  Buffer.from(
    `From: a@b.example\r\nContent-Type: multipart/mixed; boundary=m\r\n\r\n${parts.map((one) => `--m\r\n${one}\r\n`).join('')}--m--`,
  );
const plain = (text: string, more = '') => `Content-Type: text/plain; charset=utf-8${more}\r\n\r\n${text}`;
const picture = 'Content-Type: image/png; name=a.png\r\nContent-Transfer-Encoding: base64\r\n\r\niVBORw0KGgo=';
const attached = (name: string, type: string, body: string) =>
  `Content-Type: ${type}; name="${name}"\r\nContent-Disposition: attachment; filename="${name}";\r\n\tsize=168\r\n\r\n${body}`;

const garage = `From: "Leeds Garage" <g@garage.example>\r\nDate: Thu, 19 Nov 2026 23:30:00 -0500\r\nSubject: Quote\r\n\r\n£500`;
const inBase64 = (headers: string, body: string) =>
  `${headers}\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from(body).toString('base64')}`;
const forwardedGarage =
  '---------- Forwarded message ----------\nFrom: Leeds Garage <g@garage.example>\nDate: Thu, 19 Nov 2026 23:30:00 -0500\nSubject: Quote';
const flowedLetter = `${garage}\r\nContent-Type: text/plain; format=flowed`.replace('\r\n\r\n£500', '');
const unparted = (boundary: string, ...lines: string[]) =>
  Buffer.from(`From: a@b.example\r\nContent-Type: multipart/mixed${boundary}\r\n\r\n${lines.join('\r\n')}`);
const brokenNote =
  '[The parts of this email are not marked as they should be. What was found of it is shown; it can be saved as it came.]';

const armour = '-----BEGIN PGP MESSAGE-----\r\n\r\nhQEMA5\r\n=TVW/\r\n-----END PGP MESSAGE-----';
const encryptedNote = '[This email is encrypted and cannot be read here. Ask its sender to send it without encryption.]';

const der = (tag: number, ...parts: Uint8Array[]): Buffer => {
  const bytes = Buffer.concat(parts);
  return Buffer.concat([Buffer.of(tag, 0x82, bytes.length >> 8, bytes.length & 255), bytes]);
};
const oid = (last: number) => Buffer.from([6, 9, 0x2a, 0x86, 0x48, 0x86, 0xf7, 13, 1, 7, last]);
/** What a signature that has the e-mail as its content consists of up to it. */
const signed = (content: string) =>
  der(
    0x30,
    oid(2),
    der(0xa0, der(0x30, Buffer.of(2, 1, 1), der(0x31), der(0x30, oid(1), der(0xa0, der(4, Buffer.from(content)))))),
  );
const proven = 'From: a@b.example\r\nAuthentication-Results: mx.example; dmarc=pass header.from=b.example\r\n';
const opaque = (bytes: Uint8Array) =>
  Buffer.from(
    `${proven}Content-Type: application/pkcs7-mime; name=smime.p7m\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from(bytes).toString('base64')}`,
  );

test.each([
  [
    'a letter with a blank text, and the footer of a mailing list below it (Mailman)',
    mixed(
      `Content-Type: multipart/alternative; boundary=i\r\n\r\n--i\r\n${plain('')}\r\n--i\r\nContent-Type: text/html\r\n\r\n${letter}\r\n--i--`,
      plain('List footer'),
    ),
    `${words}\n\nList footer`,
  ],
  [
    'a letter of the type "plain/text" (contact forms)',
    mixed(plain('The car is red.').replace('text/plain', 'plain/text')),
    'The car is red.',
  ],
  ['a letter in Markdown', mixed(plain('The car is **red**.').replace('text/plain', 'text/markdown')), 'The car is **red**.'],
  ['text around a picture (Apple Mail)', mixed(plain('Above'), picture, plain('Below')), 'Above\n\nBelow'],
  [
    'text below a picture as a file (Exchange)',
    mixed(plain('Above'), picture, attached('ATT00001.htm', 'text/html', '<html><body>Caf&eacute;</body></html>')),
    'Above\n\nCafé',
  ],
  [
    'quotes in flowed text (Thunderbird)',
    mixed(plain('> We need \r\n> photographs. \r\nHere \r\nthey are.\r\n > 5 mph\r\n-- \r\nAoife', '; format=flowed')),
    '> We need photographs.\nHere they are.\n > 5 mph\n-- \nAoife',
  ],
  ['flowed text of a proven sender', Buffer.from(proven + plain('It \r\nis. \r\n\r\nA', '; format=flowed')), 'It is. \nA'],
  ['text below a flowed one that is empty', mixed(plain('', '; format=flowed'), plain('Below')), 'Below'],
  [
    'the same where its name stands further on',
    mixed(plain('Above'), attached('ATT00001.txt', 'text/plain', 'Below').replace('attachment;', 'attachment; size=5;\r\n\t')),
    'Above\n\nBelow',
  ],
  ['flowed text that adds spaces', mixed(plain('LX21 \r\nABC', '; format=flowed; delsp=yes')), 'LX21ABC'],
  [
    'a letter attached to a letter, with its date as it was written',
    mixed(plain('See below'), attached('q.eml', 'message/rfc822', garage)),
    `See below\n\n${forwardedGarage}\n\n£500`,
  ],
  [
    'flowed text in base64 (phones), also of an attached letter, and lines that end with a space beside it',
    mixed(
      plain('Reg: \r\nLX21 ABC'),
      inBase64('Content-Type: message/rfc822', inBase64(flowedLetter, '> The \r\n> car. \r\nIt is \r\nred.')),
    ),
    `Reg: \nLX21 ABC\n\n${forwardedGarage}\n\n> The car.\nIt is red.`,
  ],
  [
    'a letter whose boundary is not named',
    unparted('', 'The car is red.', '-- ', 'Aoife'),
    `The car is red.\n-- \nAoife\n\n${brokenNote}`,
  ],
  [
    'a letter within parts that have another boundary than is named',
    unparted('; boundary="--=_a"', '----=_b', plain('The car is red.'), '----=_b', picture, '----=_b--'),
    `The car is red.\n\n${brokenNote}`,
  ],
  [
    'a letter attached beside a report of a mail server that somebody attached',
    mixed(
      plain('See below'),
      attached(
        'bounce.eml',
        'message/rfc822',
        'From: a@b.example\r\nContent-Type: message/delivery-status\r\n\r\nAction: failed',
      ),
      attached('q.eml', 'message/rfc822', garage),
    ),
    'See below\n\n---------- Forwarded message ----------\nFrom: a@b.example\n\n\n\n---------- Forwarded message ----------\nFrom: Leeds Garage <g@garage.example>\nDate: Thu, 19 Nov 2026 23:30:00 -0500\nSubject: Quote\n\n£500',
  ],
  [
    'a letter within its signature (Outlook, S/MIME)',
    opaque(signed(plain('The car is at Leeds Road.'))),
    `${words}\n\n[This email is signed (S/MIME). The signature was not checked.]`,
  ],
  ['a sentence about an encrypted letter (S/MIME)', opaque(der(0x30, oid(3), der(0xa0, der(0x30)))), encryptedNote],
  [
    'a sentence about an encrypted letter (PGP), also one that was attached',
    mixed(
      plain('See'),
      inBase64('Content-Type: message/rfc822', mixed('Content-Type: application/pgp-encrypted\r\n\r\nVersion: 1').toString()),
    ),
    `See\n\n---------- Forwarded message ----------\nFrom: a@b.example\n\n${encryptedNote}`,
  ],
  [
    'a sentence in the place of words that are encrypted',
    mixed(plain(`Hello\r\n${armour}\r\nAoife`)),
    `Hello\n${encryptedNote}\nAoife`,
  ],
])('there is %s', async (_, raw, expected) => {
  const { text, isSenderProven } = await parseEmail(raw, 'mx.example');
  expect([text, isSenderProven]).toEqual([expected, raw.includes('dmarc=pass') && !text.includes('signed (S/MIME)')]);
});

test('an email is parsed once, whatever its texts need', async () => {
  const parse = vi.spyOn(PostalMime.prototype, 'parse');
  await readParts(mixed(plain('Here \r\nthey are.', '; format=flowed')), { isLimited: false });
  expect(parse).toHaveBeenCalledTimes(1);
});

test('files within parts that have another boundary than is named are kept', async () => {
  const { files } = await parseEmail(unparted('; boundary=a', '--b', plain('See'), '--b', picture, '--b--'), null);
  expect(files.map(({ name }) => name)).toEqual(['a.png']);
});

test('text below a picture is no file, and every other part that is none is', async () => {
  const raw = mixed(plain('a'), attached('ATT00001.htm', 'text/html', 'b'), attached('ATT00002.png', 'image/png', 'c'));
  expect((await parseEmail(raw, null)).files.map(({ name }) => name)).toEqual(['ATT00002.png']);
});

test.each([
  ['entities by name', '<p>Caf&eacute; &amp; &pound;500&hellip;</p>', 'Café & £500…'],
  ['where a link leads', 'video is <a href="https://v.example/1">here</a>', 'video is here (https://v.example/1)'],
  ['a link that names itself, once', '<a href="https://v.example">https://v.example</a>', 'https://v.example'],
  [
    'what a picture shows',
    'a<img src="cid:1" alt="Dent in the door">b<img src="https://t.example/x.gif">',
    'a [Dent in the door] b',
  ],
  ['rows of a table', '<table><tr><th>Reg<td><p>LX21 ABC</p><tr><td>Make<td>Ford</table>', 'Reg LX21 ABC\nMake Ford'],
  ['what stands in a table beside its rows', '<table><caption>c</caption>a<form><tr><td>b</form></table>', 'c\na\nb'],
  ['terms', '<dl><dt>Reg<dd>LX21 ABC<dt>Make<dd>Ford</dl>', 'Reg\nLX21 ABC\nMake\nFord'],
  ['lines and rules', 'a<br>b<hr>c<address>d</address>e', 'a\nb\n--------\nc\nd\ne'],
  [
    'lines as they were typed, below and above others',
    '<p>Hello</p><div style="white-space: pre-wrap">Reg:  LX21 ABC\nMake: <b>Ford</b>\n\nThanks</div><p>a\nb</p>',
    'Hello\n\nReg:  LX21 ABC\nMake: Ford\n\nThanks\n\na b',
  ],
  ['lists', '<ul><li>a<li>b</ul><ol start=3><li>c</ol>', '* a\n * b\n\n 3. c'],
  ['quotes', 'Yes<blockquote>Where<br>is it?</blockquote>', 'Yes\n\n> Where\n> is it?'],
  ['words that were moved in', 'a<blockquote style="margin:0 0 0 40px;border:none">b</blockquote>', 'a\nb'],
  ['what is nested deeper than any letter, left out', `a${'<b>'.repeat(9_000)}b`, 'a[…]'],
  ['headings as they were written', '<h1>My car</h1>is red', 'My car\nis red'],
  [
    'letters that grow in lower case',
    `${'İ'.repeat(9)}<style>p { color: red }</style><p>a</p><p>b</p>`,
    `${'İ'.repeat(9)}\n\na\n\nb`,
  ],
  ['nothing hidden', '<title>T</title><div style="Display:None">preview</div><script>x</script><!-- y -->a', 'a'],
  ['what follows a document', '<html><body>a</body></html><div>b</div>', 'a\nb'],
  ['what follows a picture in its own element', `<img src="data:image/png;base64,${'A'.repeat(2_100_000)}">a`, 'a'],
])('of HTML there are %s', (_, html, text) => {
  expect(textOfHtml(html).trim()).toBe(text);
});
