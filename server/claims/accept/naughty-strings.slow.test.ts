// Protects: text that breaks other programs is stored as typed.
import { expect, test } from 'vitest';
import { withAskedLater } from '#forms/continuation.ts';
import { type FormDefinition, fieldsOf, isAsked } from '#forms/form.ts';
import { forms } from '#forms/forms.ts';
import { createTestApp } from '#testing/create-test-app.ts';
import { samples } from '#testing/fixtures/submissions.ts';

/** Text that has hurt other programs, one of each kind, written for this test. */
const naughty = [
  ...['undefined', 'null', 'NaN', 'true', '[object Object]', '__proto__', 'constructor', 'hasOwnProperty', 'None', 'nil'],
  ...['0', '-0', '1e309', '0x1F', '1,5', '１２３', '٣٤٥', '²³', '9007199254740993', '-1/0', '1_000'],
  ...[' ', '\t', '\u00a0', '\u3000', '\u200b', '\ufeff', '\u2028\u2029', '\r\n', '\r', 'a\nb\r\nc', ' lead and trail '],
  ...['\u0001\u0002\u001b[31mred\u001b[0m', '\u007f\u0080\u009f', '\u0007', '\ufffd', '\ufffe\uffff', '\u{10ffff}'],
  ...['e\u0301 é', 'Å Å Å', 'ﬁ ﬄ ǅ', 'ẞ ß ſ', 'İıiI', 'Z̵̡̛̞͚a̶͝l̷̲͠g̸̭̈ǫ̴'],
  ...['שלום עולם', 'مرحبا \u202eمقلوب\u202c', '\u2066left\u2069 right', 'ٱلسَّلَامُ عَلَيْكُمْ', 'کراچی', 'ภาษาไทย', 'தமிழ்', '𐎀𐎁 𒀀'],
  ...['欧阳小明', '日本語のテキスト', '한국어', '𠮷野家', '👩‍👩‍👧‍👦 👍🏿 🏴󠁧󠁢󠁥󠁮󠁧󠁿 🇬🇧', '☎️❤️‍🔥', '1️⃣'],
  ...[
    `'`,
    `''`,
    `"`,
    '`',
    `'";--`,
    `Robert'); drop table form_submissions;--`,
    `' or 1=1 --`,
    `%27%20or%201%3D1`,
    '$1',
    ':name',
    '?',
  ],
  ...[
    '<b>bold</b>',
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '"><svg onload=alert(1)>',
    '</textarea></title>',
  ],
  ...[
    '<a href="javascript:alert(1)">x</a>',
    '<script src=http://a.example/x.js></script>',
    '<!-- ',
    ']]>',
    '&lt;&amp;&#0;',
    '<?xml?>',
  ],
  ...['{{7*7}}', '$' + '{7*7}', '#{7*7}', '<%= 7*7 %>', '%s%n%x', '%00', '\\0', '\\u0000', '\\', '\\\\server\\share', '\\n'],
  ...['../../etc/passwd', 'C:\\con\\nul', '/dev/null', '; rm -rf /', '$(touch x)', '`id`', '| cat', '&& true', '-rf', '@file'],
  ...['=1+1', "=cmd|' /C calc'!A0", '+44 7700 900123', '-1', '@SUM(A1)', '\t=1'],
  ...['Subject: hi\r\nBcc: all@example.com', 'a\n.\nQUIT\n', 'From: x', '.', '=?utf-8?B?aGk=?=', '--boundary--', 'begin 644 x'],
  ...[
    'https://a.example',
    'http://127.0.0.1:22/',
    'file:///etc/passwd',
    'data:text/html,x',
    'mailto:a@b.c',
    'tel:999',
    '//a.example',
  ],
  ...['{"a":1}', '[]', '{"__proto__":{"x":1}}', 'a=1&b=2', 'a;b,c|d', '\ud83d\ude00', 'x'.repeat(5_000), '字'.repeat(2_000)],
  ...[
    'Scunthorpe',
    'Penistone',
    'Cockburn',
    'Dr. Dick Essex',
    'Ms. Null',
    'specialist',
    'O’Neil–Świątek',
    "D'Arcy",
    'Nguyễn',
    'Þór Ægisson',
  ],
];

function withText(form: FormDefinition, text: string): Record<string, string> {
  const answers = samples.find(({ formName }) => formName === form.name)?.data ?? {};
  const texts = fieldsOf(form).filter((field) => /^text/.test(field.type) && isAsked(field, answers));
  return { ...answers, ...Object.fromEntries(texts.map(({ name }) => [name, text])) };
}

test.each(forms)('$name stores every naughty string as typed, and writes an email for it', async (form) => {
  const testApp = await createTestApp({ RATE_LIMIT: 'off' });
  for (const text of naughty) {
    const response = await testApp.send(form.name, withText(form, text));
    expect([text.slice(0, 40), response.status]).toEqual([text.slice(0, 40), 200]);
  }
  const stored = testApp.rows().map((row) => row.form_data);
  for (const text of naughty) expect(stored).toContain(JSON.stringify(withAskedLater(form, withText(form, text))));
  expect(testApp.rows().filter((row) => row.quarantine_reason !== null)).toEqual([]);
  expect([stored.length, testApp.emails().length]).toEqual([naughty.length, naughty.length]);
});

test('every address that has the shape of one is stored as typed', async () => {
  const testApp = await createTestApp();
  const emails = [
    `o'neil+x@example.com`,
    '小明@例子.公司',
    'a"b@c.d',
    '<x>@y.z',
    'x@..y',
    '=1+1@a.b',
    'a\u200b@b.c',
    'A@B.C',
    'a@b.c.',
    "'--@a.b",
  ];
  for (const email of emails) expect((await testApp.send('Contact Us', { ...samples[10]?.data, email })).status).toBe(200);
  const stored = testApp.rows().map((row) => JSON.parse(row.form_data).email);
  expect(new Set(stored)).toEqual(new Set(emails));
});
