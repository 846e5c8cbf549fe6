// Protects: what an email carries is evidence of its claim, once, and nothing of it is left out without a word.
import { describe, expect, test } from 'vitest';
import { textsForStaff } from '#server/files/staff-refusals.ts';
import { createTestDesk } from '#testing/create-test-desk.ts';
import { testDatabases } from '#testing/databases.ts';
import { evidenceFiles } from '#testing/fixtures/evidence-files.ts';
import { mimeEmail } from '#testing/fixtures/mime-email.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { olu } from '#testing/fixtures/test-staff.ts';
import { winmail } from '#testing/fixtures/tnef.ts';
import { until } from '#testing/until.ts';
import { textWithFiles } from './email-files.ts';
import { parseEmail } from './parse-email.ts';

const databases = testDatabases();
const from = String(aoife.email);

describe('the files of an email', () => {
  async function setup() {
    const testDesk = await createTestDesk(await databases.open());
    const { desk, database, inbound, evidence, storeClaim } = testDesk;
    const id = await storeClaim(aoife);
    const worker = testDesk.startWorker([...inbound.jobs, ...evidence.jobs]);
    const settled = async () => {
      worker.wake();
      const jobs = database.db.selectFrom('jobs').select('id').where('kind', '=', 'inbound-email');
      await until('it to be read', async () => (await jobs.where('finished_at', 'is', null).execute()).length === 0);
    };
    const kept = async () => (await evidence.list(id)).map(({ name }) => name).toSorted();
    /** Of the message by file whether it was kept, or why not. */
    const said = async () =>
      (await desk.submission(olu, id))?.messages[0]?.files.map(({ name, reason }) => [name, reason ?? 'kept']);
    const receive = async (raw: Buffer) => {
      await inbound.receive(raw, 'post');
      await settled();
    };
    return { ...testDesk, id, receive, settled, kept, said };
  }

  test('they are kept once, and what is not kept is named', async () => {
    const { receive, settled, kept, said, database, clock } = await setup();
    const files = [
      { name: 'front.pdf', type: 'application/pdf', bytes: evidenceFiles.pdf() },
      { name: 'run.exe', type: 'application/octet-stream', bytes: Buffer.from('MZ not a picture at all') },
      { name: 'empty.jpg', type: 'image/jpeg', bytes: Buffer.alloc(0) },
    ];
    await receive(mimeEmail({ from, files }));
    expect(await kept()).toEqual(['front.pdf']);
    expect(await said()).toEqual([
      ['front.pdf', 'kept'],
      ['run.exe', expect.stringContaining('programs')],
      ['empty.jpg', textsForStaff.empty],
    ]);
    // As after an interruption between the message and the end of its job.
    await database.db
      .updateTable('jobs')
      .set({ finished_at: null, run_at: clock.time })
      .where('kind', '=', 'inbound-email')
      .execute();
    await settled();
    expect(await kept()).toEqual(['front.pdf']);
  });

  const asAttachment = 'Content-Disposition: attachment; filename="Fwd.eml"';
  test.each([
    ['as Outlook attaches it', 9_000, `message/rfc822\r\n${asAttachment}`, 'Fwd.eml', 'latin1'],
    ['a long one, without a name', 90_000, 'message/rfc822', 'Hello.eml', 'latin1'],
    ['as a file', 9_000, `application/octet-stream\r\n${asAttachment}\r\nContent-Transfer-Encoding: base64`, 'Fwd.eml', 'base64'],
  ] as const)(
    'photographs and films in an email that was attached are kept, one level deep: %s',
    async (_, length, type, name, encoding) => {
      const { receive, kept } = await setup();
      const file = (name: string, bytes: Buffer) => ({ name, type: 'application/octet-stream', bytes });
      const within = (files: { name: string; type: string; bytes: Buffer }[]) => mimeEmail({ text: 'From my son', files });
      const deepest = within([file('deep.jpg', evidenceFiles.jpeg(length))]);
      const files = [
        file('front.jpg', evidenceFiles.jpeg(length)),
        file('dashcam.mp4', evidenceFiles.mp4(length)),
        file('deeper.eml', deepest),
      ];
      const attached = `--b1\r\nContent-Type: ${type}\r\n\r\n${within(files).toString(encoding)}\r\n--b1--`;
      await receive(Buffer.from(`From: ${from}\r\nContent-Type: multipart/mixed; boundary=b1\r\n\r\n${attached}\r\n`, 'latin1'));
      expect(await kept()).toEqual([name, 'dashcam.mp4', 'deeper.eml', 'front.jpg'].toSorted());
    },
  );

  test('the files in a winmail.dat are kept, also of an email in it, and a broken one is kept whole', async () => {
    const { receive, kept, said } = await setup();
    const file = (bytes: Buffer) => [{ name: 'winmail.dat', type: 'application/ms-tnef', bytes }];
    const packed = [
      { name: 'Damage to the front bumper.jpg', bytes: evidenceFiles.jpeg(9_000) },
      { name: 'logo.png', bytes: evidenceFiles.png(900), contentId: 'logo@firm' },
    ];
    const whole = winmail(packed, winmail([{ name: 'Estimate.pdf', bytes: evidenceFiles.pdf(9_000) }]));
    await receive(mimeEmail({ from, files: file(whole) }));
    expect((await kept()).toSorted()).toEqual(['Damage to the front bumper.jpg', 'Estimate.pdf', 'email.dat']);
    expect((await said())?.map(([name]) => name)).toEqual([
      'winmail.dat',
      'Damage to the front bumper.jpg',
      'logo.png',
      'email.dat',
      'Estimate.pdf',
    ]);
    await receive(mimeEmail({ from, files: file(whole.subarray(0, -40)) }));
    expect(await kept()).toContain('winmail.dat');
  });

  test('of more than a claim has room for all that fit are kept, and each other one is named', async () => {
    const { receive, kept, said } = await setup();
    const names = Array.from({ length: 65 }, (_, at) => `${at}.jpg`);
    await receive(
      mimeEmail({ from, files: names.map((name) => ({ name, type: 'image/jpeg', bytes: evidenceFiles.jpeg(9_000) })) }),
    );
    expect(await kept()).toHaveLength(60);
    expect((await said())?.filter(([, reason]) => reason !== 'kept')).toEqual(
      names.slice(60).map((name) => [name, textsForStaff.tooMany]),
    );
  });
});

test('an email that belongs to no claim yet names its files', () => {
  const files = Array.from({ length: 22 }, (_, at) => ({
    name: `../${at}.jpg`,
    bytes: Buffer.of(1),
    notKept: at < 1 ? 'An icon.' : null,
  }));
  const named = files.slice(1, 21).map((_, at) => `${at + 1}.jpg`);
  expect(textWithFiles({ text: '', files })).toBe(`[With ${named.join(', ')} and 1 more]`);
  expect(textWithFiles({ text: 'Hello', files: files.slice(0, 1) })).toBe('Hello');
});

test.each([1, 2_000])('of files of %s bytes five hundred are read, and how many more there are is said', async (length) => {
  const one = (_: unknown, index: number) => ({ name: 'a.pdf', type: 'application/pdf', bytes: Buffer.alloc(length, index) });
  const { files } = await parseEmail(mimeEmail({ files: Array.from({ length: 507 }, one) }), null);
  expect(files.map(({ name, notKept }) => [name, notKept === null]).slice(498)).toEqual([
    ['a.pdf', true],
    ['a.pdf', true],
    ['7 more', false],
  ]);
});

test('a picture that is written into the HTML is a file, and a small one an icon', async () => {
  const picture = (length: number) => `<img alt="" src="data:image/png;base64,${Buffer.alloc(length, 7).toString('base64')}">`;
  const letter = mimeEmail({ html: `<p>The car ${picture(90_000)}</p>${picture(900)}` });
  const { files, text } = await parseEmail(letter, null);
  expect(files.map(({ name, bytes, notKept }) => [name, bytes.length, notKept === null])).toEqual([
    ['picture-1.png', 90_000, true],
    ['picture-2.png', 900, false],
  ]);
  expect(text).toBe('The car');
});

test.each([
  ['signature.asc', 'application/pgp-signature', '-----BEGIN PGP SIGNATURE-----'],
  ['OpenPGP_0x1.asc', 'application/pgp-keys', '-----BEGIN PGP PUBLIC KEY BLOCK-----'],
  ['encrypted.asc', 'application/octet-stream', '-----BEGIN PGP MESSAGE-----'],
  ['smime.p7s', 'application/pkcs7-signature', 'x'],
])('%s, of a signed or encrypted email, is named and no evidence, and its words are read', async (name, type, body) => {
  const { files, text } = await parseEmail(mimeEmail({ files: [{ name, type, bytes: Buffer.from(body) }] }), null);
  expect([text, files]).toMatchObject(['Hello there', [{ name, notKept: expect.stringContaining('signed or encrypted') }]]);
});

test('a small picture that the text shows is an icon of a signature, and no other picture is', async () => {
  const pictures = [
    ['logo.png', 9_000, 'Content-ID: <logo@firm>\r\nContent-Disposition: inline'],
    ['facebook.png', 900, 'Content-ID: <fb@firm>'],
    ['car.png', 90_000, 'Content-ID: <car@firm>\r\nContent-Disposition: inline'],
    ['scratch.png', 900, 'Content-ID: <scratch@firm>\r\nContent-Disposition: inline'],
    ['attached.png', 900, 'Content-ID: <logo@firm>\r\nContent-Disposition: attachment'],
  ] as const;
  const parts = pictures.map(
    ([name, length, headers]) =>
      `Content-Type: image/png; name=${name}\r\n${headers}\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.alloc(length).toString('base64')}`,
  );
  const html = '<p>Hello <img src="cid:logo@firm"><img src="cid:car%40firm"><img src="cid:fb%40firm"></p>';
  const all = [`Content-Type: text/html\r\n\r\n${html}`, ...parts].map((part) => `--b0\r\n${part}\r\n`).join('');
  const raw = `From: a@b.example\r\nContent-Type: multipart/related; boundary=b0\r\n\r\n${all}--b0--\r\n`;
  const { files } = await parseEmail(Buffer.from(raw), null);
  expect(files.filter(({ notKept }) => notKept !== null).map(({ name }) => name)).toEqual(['logo.png', 'facebook.png']);
  expect(files).toHaveLength(pictures.length);
});

test('a form of the letter for one program is no file, unless it is the only one, or attached', async () => {
  const forms = (...parts: string[]) =>
    Buffer.from(
      `From: a@b.example\r\nContent-Type: multipart/alternative; boundary=b0\r\n\r\n${parts.map((one) => `--b0\r\nContent-Type: text/${one}\r\n`).join('')}--b0--`,
    );
  const amp = 'x-amp-html; charset=utf-8\r\n\r\n<html amp4email><body>Hello</body></html>';
  const attached = amp.replace('\r\n', '\r\nContent-Disposition: attachment; filename=a.html\r\n');
  const namesIn = async (raw: Buffer) => (await parseEmail(raw, null)).files.map(({ name }) => name);
  expect(await namesIn(forms('plain\r\n\r\nHello', amp, 'watch-html\r\n\r\n<b>Hello</b>', 'html\r\n\r\n<b>Hello</b>'))).toEqual(
    [],
  );
  expect(await namesIn(forms(amp))).toEqual(['attachment-1']);
  const apart = forms('enriched\r\n\r\n<bold>Hello</bold>', 'plain\r\n\r\nList footer')
    .toString()
    .replace('alternative', 'mixed');
  expect(await namesIn(Buffer.from(apart))).toEqual(['attachment-1']);
  const receipt = forms('plain\r\n\r\nIt was read.', 'disposition').toString();
  const notification = 'message/disposition-notification\r\n\r\nDisposition: manual-action/MDN-sent-manually; displayed';
  expect(await namesIn(Buffer.from(receipt.replace('text/disposition', notification)))).toEqual([]);
  expect(await namesIn(forms('plain\r\n\r\nHello', attached))).toEqual(['a.html']);
});
