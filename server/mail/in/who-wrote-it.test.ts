// Protects: whoever or whatever sent an email, it is seen, as what it is, by whom it is from.
import { expect, test } from 'vitest';
import { testDatabases } from '#testing/databases.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { grace, olu } from '#testing/fixtures/test-staff.ts';
import { openInboundDesk } from '#testing/open-inbound-desk.ts';

const databases = testDatabases();

const setup = async () => openInboundDesk(await databases.open());

test.each([
  ['Microsoft 365, whose rule forwards it', 'Auto-Submitted: auto-generated'],
  ['an absence', 'Auto-Submitted: auto-replied'],
  ['Exim’s vacation', 'X-Autoreply: yes'],
  ['an old mailer', 'Precedence: bulk'],
  ['a mailing list', 'Precedence: list'],
  ['a group of Google as the address for claims', 'List-ID: <claims.kerbside.example>'],
  ['the program of a garage', 'List-Unsubscribe: <mailto:off@garage.example>'],
  ['a sender whose address is empty', 'Return-Path: <>'],
  ['a mail server', 'From: MAILER-DAEMON@mx.example.net'],
])('a letter with the header of %s reaches its claim and says so, or the tray', async (_, header) => {
  const { receive, tagged, view, run, desk, advance } = await setup();
  const [name, value = ''] = header.split(/: (.*)/);
  const marked = name === 'From' ? { from: value } : { from: String(aoife.email), headers: [header] };
  await run({ type: 'message written', subject: 'Your claim', text: 'Hello', key: 'k', line: '' });
  await advance(1);
  const written = `<${(await view()).messages[0]?.id}@kerbside.example>`;
  expect(await receive({ ...marked, to: await tagged(), text: 'By its address' })).toEqual(['filed']);
  expect(await receive({ ...marked, references: written, text: 'As an answer' })).toEqual(['filed', 'filed']);
  expect((await view()).messages.slice(1)).toMatchObject([
    { text: 'By its address', isAutomatic: true },
    { text: 'As an answer', isAutomatic: true },
  ]);
  expect((await view()).needsReply).toBe(true);
  expect(await receive({ ...marked, text: 'To nobody' })).toContain('unsorted');
  expect(await desk.unsorted(olu)).toMatchObject([{ text: 'To nobody', isAutomatic: true }]);
});

test('an answer that a program gives sends no email to the team, which another program would answer', async () => {
  const { receive, tagged, view, emails } = await setup();
  const before = (await emails()).length;
  await receive({ to: await tagged(), headers: ['Auto-Submitted: auto-replied'] });
  expect([(await emails()).length - before, (await view()).needsReply]).toEqual([0, true]);
  await receive({ to: await tagged(), headers: ['Auto-Submitted: auto-generated'] });
  expect((await emails()).length - before).toBe(1);
});

test('a report of a mail server and a loop of our own change states and nothing else, and can be seen and put to a claim', async () => {
  const { receive, tagged, view, run, row, desk, id } = await setup();
  const to = await tagged();
  await run({ type: 'message written', subject: 'Your claim', text: 'Hello', key: 'k', line: '' });
  const before = await row();
  const ours = `<${(await view()).messages[0]?.id}@kerbside.example>`;
  const returned = `Message-ID: ${ours}\r\nSubject: Your claim\r\n`;
  await receive({ to, report: { action: 'failed', status: '5.1.1', returned }, subject: 'Undelivered' });
  await receive({ to, messageId: ours, subject: 'A loop' });
  // Amazon SES gives it another Message-ID.
  const states = await receive({ to, headers: [`Kerbside-Message-ID: ${ours}`], subject: 'Another loop' });
  expect(states).toEqual(['noted', 'noted', 'noted']);
  expect((await view()).messages).toMatchObject([{ direction: 'out', state: 'returned' }]);
  const { claimant_update_at, next_at, closed_at } = await row();
  expect({ claimant_update_at, next_at, closed_at }).toEqual({
    claimant_update_at: before.claimant_update_at,
    next_at: before.next_at,
    closed_at: null,
  });
  expect([await desk.unsorted(olu), await desk.countUnsorted(olu)]).toEqual([[], 0]);
  const noted = await desk.noted(olu);
  expect(noted).toMatchObject([
    { subject: 'Another loop' },
    { subject: 'A loop', detail: expect.stringContaining('came back') },
    { subject: 'Undelivered', text: expect.stringContaining('Sorry'), detail: expect.stringContaining('mail server') },
  ]);
  expect(await desk.attachEmail(olu, noted[2]?.id ?? '', before.reference)).toMatchObject({ kind: 'done', submissionId: id });
  expect((await view()).messages).toHaveLength(2);
});

const box = 'o.briain+car@googlemail.com';

test.each([
  ['the claimant', String(aoife.email).toUpperCase(), { by: null, isFromClaimant: true }, true],
  ['another way to write the claimant’s Gmail', 'OBriain@gmail.com', { by: null, isFromClaimant: true }, true],
  ['an insurer', 'claims@insurer.example', { by: null, isFromClaimant: false, address: 'claims@insurer.example' }, true],
  [
    'a colleague',
    grace.email.toUpperCase(),
    { by: grace.name, isFromClaimant: false, isSenderProven: false, isNew: false },
    false,
  ],
  ['nobody, of whose claim there is no address', 'no sender', { by: null, isFromClaimant: false, address: '' }, true],
  ['somebody who was one', 'left', { by: null, isFromClaimant: false }, true],
  ['a colleague whose claim it is', 'own claim', { by: null, isFromClaimant: true }, true],
])(
  'one from %s with the claim among its recipients is shown as theirs, and needs an answer by that',
  async (_, who, shown, needsReply) => {
    const { receive, tagged, view, emails, database, id } = await setup();
    const from = who.includes('@') ? who : who === 'no sender' ? '' : grace.email;
    if (who === 'left') await database.db.updateTable('staff').set({ leftAt: 1 }).where('id', '=', grace.id).execute();
    const email = who.includes('gmail') ? box : who === 'own claim' ? grace.email : who === 'no sender' ? '' : aoife.email;
    const data = JSON.stringify({ ...aoife, email });
    await database.db.updateTable('form_submissions').set({ form_data: data }).where('id', '=', id).execute();
    const before = (await emails()).length;
    expect(await receive({ from, to: 'claims@insurer.example', headers: [`Cc: ${await tagged()}`] })).toEqual(['filed']);
    expect((await view()).messages).toMatchObject([{ direction: 'in', ...shown }]);
    expect([(await view()).needsReply, (await emails()).length - before]).toEqual([needsReply, needsReply ? 1 : 0]);
  },
);

test.each([
  ['a group of Google', 'List-ID: <claims.kerbside.example>'],
  ['a rule of Microsoft 365', 'Auto-Submitted: auto-generated'],
])('what %s sends on from its own address, which an account of the desk has, needs an answer', async (_, header) => {
  const { receive, tagged, view } = await setup();
  const headers = [header, `Reply-To: ${aoife.email}`];
  expect(await receive({ from: `"Aoife via Claims" <${grace.email}>`, to: await tagged(), headers })).toEqual(['filed']);
  expect((await view()).messages).toMatchObject([{ by: null, replyTo: aoife.email, isFromClaimant: false }]);
  expect((await view()).needsReply).toBe(true);
});

test('the claims of whoever sent it or is to get the answers are suggested, and it is added to one', async () => {
  const { receive, storeClaim, desk, view } = await setup();
  const group = 'claims-group@kerbside.example';
  const [one] = [
    await storeClaim({ ...aoife, email: box }, { reference: 'AAAA-BBBB' }),
    await storeClaim({ ...aoife, email: 'obriain@gmail.com' }, { reference: 'CCCC-DDDD', contentHash: 'another' }),
  ];
  await receive({
    from: `"Aoife by a group" <${group}>`,
    headers: ['Reply-To: Aoife <obriain+x@gmail.com>', 'List-ID: <g.example>'],
  });
  const [unsorted] = await desk.unsorted(olu);
  expect(unsorted).toMatchObject({ sender: group, replyTo: 'obriain+x@gmail.com' });
  expect(unsorted?.suggested.map(({ reference }) => reference).toSorted()).toEqual(['AAAA-BBBB', 'CCCC-DDDD']);
  expect(await desk.attachEmail(olu, unsorted?.id ?? '', 'AAAA-BBBB')).toMatchObject({ kind: 'done' });
  expect((await view(one)).messages).toMatchObject([{ address: group, replyTo: 'obriain+x@gmail.com', isFromClaimant: false }]);
});
