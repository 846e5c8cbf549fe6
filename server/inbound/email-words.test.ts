// Protects: every word of a letter is read, in whichever part and form its program wrote it, and reading it ends.
import { expect, test } from 'vitest';
import { mimeEmail } from '#testing/fixtures/mime-email.ts';
import { textOfHtml } from './html-text.ts';
import { parseEmail } from './parse-email.ts';

const letter = '<p>The car is at <b>Leeds</b> Road.</p>';
const words = 'The car is at Leeds Road.';

test.each([
  ['an empty text', '', letter, words],
  ['a line end, as webmail writes it', '\r\n', letter, words],
  ['a no-break space', '\u00a0\r\n', letter, words],
  ['a sentence that the program shows no HTML', 'Your client does not support HTML messages.', letter, words],
  ['a text that lacks a part of the letter', 'The car is', letter, words],
  ['the same text in another form', 'The car is at *Leeds* Road.', letter, 'The car is at *Leeds* Road.'],
  ['a text, and HTML with a picture alone', 'The car', '<img src="cid:a" alt="Logo">', 'The car'],
  ['a text, and blank HTML', 'The car', '<p>&nbsp;</p>', 'The car'],
])('of %s beside HTML the letter is read', async (_, text, html, expected) => {
  expect((await parseEmail(mimeEmail({ text, html }), null)).text).toBe(expected);
});

test('a text that says much else than the HTML beside it stands below it', async () => {
  const other = Array.from({ length: 30 }, (_, at) => `word${at}`).join(' ');
  expect((await parseEmail(mimeEmail({ text: other, html: letter }), null)).text).toBe(`${words}\n\n${other}`);
});

test('a letter whose text part is blank is read above the footer of a mailing list', async () => {
  const boundary = 'Content-Type: multipart/mixed; boundary=m';
  const alternative = mimeEmail({ text: '', html: letter }).toString();
  const [, inner = ''] = /(Content-Type: multipart\/alternative[\s\S]*)/.exec(alternative) ?? [];
  const raw = `From: a@b.example\r\n${boundary}\r\n\r\n--m\r\n${inner}\r\n--m\r\nContent-Type: text/plain\r\n\r\nList footer\r\n--m--`;
  const { text } = await parseEmail(Buffer.from(raw), null);
  expect(text.split(/\n+/)).toEqual([words, 'List footer']);
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
  ['lists', '<ul><li>a<li>b</ul><ol start=3><li>c</ol>', '* a\n * b\n\n 3. c'],
  ['quotes', 'Yes<blockquote>Where<br>is it?</blockquote>', 'Yes\n\n> Where\n> is it?'],
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

test('HTML is read in a time that a visitor does not notice, however it is broken', () => {
  const pieces = [
    '<b>',
    '<b></i>',
    '<table><tr><td>',
    '<blockquote>x',
    '<ul><li>',
    '<a href=x>y',
    '<script>',
    '<',
    '<!--',
    '&#',
    '</p',
  ];
  for (const piece of pieces) {
    const before = process.cpuUsage();
    textOfHtml(piece.repeat(32_768 / piece.length));
    expect(process.cpuUsage(before).user, piece).toBeLessThan(500_000);
  }
});
