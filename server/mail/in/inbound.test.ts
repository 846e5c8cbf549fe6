// Protects: an e-mail that was acknowledged reaches the claim to which it belongs, once, and changes nothing else there.
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { day } from '#forms/durations.ts';
import type { Action } from '#server/claims/actions/actions.ts';
import { emailSubject } from '#server/mail/out/email-store.ts';
import { engine, testDatabases } from '#testing/databases.ts';
import { evidenceFiles } from '#testing/fixtures/evidence-files.ts';
import { mimeEmail } from '#testing/fixtures/mime-email.ts';
import { aoife, lukasz } from '#testing/fixtures/people.ts';
import { olu } from '#testing/fixtures/test-staff.ts';
import { openInboundDesk } from '#testing/open-inbound-desk.ts';
import { until } from '#testing/until.ts';

const databases = testDatabases();

describe('e-mails that come in', () => {
  const setup = async () => openInboundDesk(await databases.open());

  test('one to the address of a claim is a message that waits for an answer, and changes nothing else', async () => {
    const { receive, view, row, tagged, desk, events } = await setup();
    await desk.indexNow();
    const before = await row();
    expect(
      await receive({ to: (await tagged()).toUpperCase(), text: 'Erase everything. Zyzzyva.', subject: 'Close it' }),
    ).toEqual(['filed']);
    expect((await view()).messages).toMatchObject([
      { direction: 'in', channel: 'email', address: 'somebody@example.net', subject: 'Close it', isSenderProven: false },
    ]);
    const { claimant_update_at, ...after } = await row();
    const { claimant_update_at: never, ...same } = before;
    expect([never, claimant_update_at !== null]).toEqual([null, true]);
    expect({ ...after, claimant_update_seen_at: null }).toEqual({ ...same, claimant_update_seen_at: null });
    expect((await view()).needsReply).toBe(true);
    expect((await events()).map(({ action }) => action)).toContain('email received');
    await desk.indexNow();
    expect((await desk.inbox(olu, { search: 'zyzzyva' })).rows).toHaveLength(1);
  });

  test('the email to the team has its words, which were written before it was read, also where staff add it', async () => {
    const { inbound, receive, settled, tagged, advance, emails, app, desk, database, id, row } = await setup();
    const reading = async () => {
      const job = (await emails()).find(({ template, finished_at }) => template === 'claimant-update' && finished_at === null);
      const told = { subjectId: id, template: 'claimant-update', createdAt: job?.created_at ?? 0, payload: null };
      await database.db.updateTable('jobs').set({ finished_at: 1 }).where('template', '=', told.template).execute();
      return (await emailSubject(app, told))?.reading;
    };
    await inbound.receive(mimeEmail({ to: await tagged(), text: 'In Leeds.' }), 'post');
    await advance(1);
    await settled();
    expect(await reading()).toMatchObject({ actions: ['email received'], messages: ['In Leeds.'] });
    await receive({ text: 'In York.' });
    await advance(1);
    await desk.attachEmail(olu, (await desk.unsorted(olu))[0]?.id ?? '', (await row()).reference);
    expect(await reading()).toMatchObject({ actions: ['email attached'], messages: ['In York.'] });
  });

  test('one that answers an e-mail of ours belongs to its claim, whatever its subject says', async () => {
    const { receive, view, run, id, storeClaim } = await setup();
    const other = await storeClaim(lukasz);
    await run({ type: 'message written', subject: 'Your claim', text: 'Hello', key: 'k', line: '' });
    const references = `<x@example.net> <${(await view()).messages[0]?.id}@kerbside.example>`;
    const subject = `Re: ${(await view(other)).reference}`;
    await receive({ references, subject, messageId: '<a1@example.net>' });
    await receive({ references: '<a1@example.net>', text: 'And more' });
    expect((await view(id)).messages.map(({ direction }) => direction)).toEqual(['out', 'in', 'in']);
    expect(await receive({ subject })).toContain('unsorted');
    expect((await view(other)).messages).toEqual([]);
  });

  test('one from a sender with exactly one open claim belongs to it; from one with two, or none, it is unsorted', async () => {
    const { receive, view, storeClaim, desk } = await setup();
    expect(await receive({ from: String(aoife.email).toUpperCase() })).toEqual(['filed']);
    expect((await view()).messages).toHaveLength(1);
    await storeClaim(aoife);
    expect(await receive({ from: String(aoife.email), text: 'Which?' })).toEqual(['filed', 'unsorted']);
    expect(await desk.unsorted(olu)).toMatchObject([{ sender: aoife.email, text: 'Which?' }]);
  });

  test('one to a claim that was merged belongs to the claim that it was merged into, which answers it', async () => {
    const { receive, view, tagged, run, id, storeClaim, desk, database } = await setup();
    const address = await tagged();
    await receive({ to: address, text: 'Before' });
    const stays = await storeClaim(lukasz);
    expect(await desk.runAction(olu, stays, { type: 'merged', other: id })).toMatchObject({ kind: 'done' });
    expect(await receive({ to: address, text: 'After' })).toEqual(['filed', 'filed']);
    expect((await view(stays)).messages.map(({ text }) => text)).toEqual(['Before', 'After']);
    const written: Action = { type: 'message written', subject: 'Both', text: 'Thank you', key: 'k', line: '' };
    expect(await run(written)).toMatchObject({ kind: 'refused' });
    expect(await desk.runAction(olu, stays, written)).toMatchObject({ kind: 'done' });
    const unanswered = database.db
      .selectFrom('messages')
      .select('id')
      .where('direction', '=', 'in')
      .where('answered_at', 'is', null);
    expect(await unanswered.execute()).toEqual([]);
  });

  test('one to two claims is with the first, and says which other it names, but for those that were merged into it', async () => {
    const { receive, view, tagged, id, storeClaim, desk } = await setup();
    const other = await storeClaim(lukasz, { reference: 'ABCD-2345' });
    const merged = await storeClaim(lukasz, { reference: 'BCDE-3456' });
    const to = (await Promise.all([id, other, merged, id].map(tagged))).join(', ');
    await desk.runAction(olu, id, { type: 'merged', other: merged });
    expect(await receive({ to, text: 'Both are red' })).toEqual(['filed']);
    const text = '[This email also went to the address of ABCD-2345. It is shown with this claim alone.]\n\nBoth are red';
    expect((await view()).messages).toMatchObject([{ text }]);
  });

  test('a code that was made up opens no claim', async () => {
    const { receive, tagged } = await setup();
    const address = await tagged();
    expect(await receive({ to: address.replace(/\.(.)/, (_, first) => `.${first === '0' ? '1' : '0'}`) })).toEqual(['unsorted']);
  });

  test('the same e-mail by both ways is one message', async () => {
    const { inbound, settled, tagged, view } = await setup();
    const email = { from: 'somebody@example.net', to: await tagged(), messageId: '<one@example.net>' };
    await Promise.all([
      inbound.receive(mimeEmail(email), 'post'),
      inbound.receive(mimeEmail({ ...email, headers: ['Received: from elsewhere'] }), 'imap'),
    ]);
    expect((await settled()).toSorted()).toEqual(['duplicate', 'filed']);
    expect((await view()).messages).toHaveLength(1);
  });

  test('a copy of one that another claim has, which does not name this one, is in the tray; a further copy is not', async () => {
    const { receive, tagged, storeClaim, desk } = await setup();
    const other = await storeClaim(lukasz, { reference: 'ABCD-2345' });
    const email = { to: 'undisclosed-recipients:;', messageId: '<blind@example.net>', from: 'claims@insurer.example' };
    const copyTo = async (id?: string) => receive({ ...email, headers: [`Delivered-To: ${await tagged(id)}`] });
    await copyTo();
    await copyTo(other);
    await copyTo(other);
    expect((await copyTo()).toSorted()).toEqual(['duplicate', 'duplicate', 'filed', 'unsorted']);
    const detail = 'The same email is with 7F4M-9TQX. This copy of it went to ABCD-2345.';
    expect(await desk.unsorted(olu)).toMatchObject([{ detail }]);
  });

  test('staff add an unsorted one to a claim with its files, once, or take it away and put it back', async () => {
    const { receive, desk, view, id, evidence, settled, row } = await setup();
    const { reference } = await row();
    await receive({ text: 'First', files: [{ name: 'a.pdf', type: 'application/pdf', bytes: evidenceFiles.pdf() }] });
    await receive({ text: 'Second' });
    const [second, first] = await desk.unsorted(olu);
    expect(first?.text).toBe('First\n\n[With a.pdf]');
    expect(await desk.attachEmail(olu, first?.id ?? '', 'AAAA-AAAA')).toMatchObject({ kind: 'refused' });
    const outcomes = await Promise.all([1, 2].map(() => desk.attachEmail(olu, first?.id ?? '', reference.toLowerCase())));
    expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(['done', 'refused']);
    await settled();
    expect((await view()).messages).toMatchObject([{ text: 'First' }]);
    expect(await evidence.list(id)).toHaveLength(1);
    expect(await desk.dismissEmail(olu, second?.id ?? '')).toMatchObject({ kind: 'done' });
    expect([await desk.unsorted(olu), await desk.countUnsorted(olu)]).toEqual([[], 0]);
    expect(await desk.putEmailBack(olu, second?.id ?? '')).toMatchObject({ kind: 'done' });
    expect(await desk.countUnsorted(olu)).toBe(1);
  });

  test('one that is added to a claim late is new until somebody looks, and nothing else is with it', async () => {
    const { receive, desk, view, tagged, row, advance } = await setup();
    await receive({ text: 'First' });
    await receive({ to: await tagged(), text: 'Second' });
    await view();
    await advance(1);
    await desk.attachEmail(olu, (await desk.unsorted(olu))[0]?.id ?? '', (await row()).reference);
    const news = async () => (await view()).messages.filter(({ isNew }) => isNew).map(({ text }) => text);
    expect([await news(), await news()]).toEqual([['First'], []]);
  });

  test('an erasure takes the e-mail as it came too, and what belongs to no claim goes after its time', async () => {
    const { receive, tagged, desk, id, rows, inbound, advance, startWorker, clock } = await setup();
    await receive({ to: await tagged(), messageId: '<twice@example.net>' }, 'imap');
    await receive({ to: await tagged(), messageId: '<twice@example.net>' });
    await receive({ text: 'To nobody' });
    const keys = async () => {
      const found: string[] = [];
      for await (const { key } of inbound.store.keys()) found.push(key);
      return found;
    };
    expect(await keys()).toHaveLength(3);
    const owner = { ...olu, role: 'owner' as const };
    expect(await desk.erase(owner, [id], 'asked for')).toMatchObject({ erased: [id] });
    const left = await rows();
    expect(left.map(({ state }) => state)).toEqual(['duplicate', 'unsorted']);
    expect(await keys()).toEqual([`inbound/${left[1]?.id}`]);
    clock.time += 31 * day;
    await advance(0);
    startWorker(inbound.jobs);
    await until('the tray to be empty', async () => (await rows()).length === 0 && (await keys()).length === 0);
  });

  test.skipIf(engine === 'sqlite')('one that staff add to a claim while old ones are removed stays with it', async () => {
    const { receive, desk, id, rows, row, inbound, advance, settled, database, view, jobs, now } = await setup();
    await receive({ text: 'To nobody' });
    const [email] = await rows();
    const { reference } = await row();
    const waiting = sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
    const [attaching, removed] = await database.db.transaction().execute(async (holder) => {
      await sql`select 1 from form_submissions where id = ${id} for update`.execute(holder);
      const untilWaiting = (count: number) =>
        until(`${count} to wait`, async () => (await waiting.execute(database.db)).rows.length === count);
      const attached = desk.attachEmail(olu, email?.id ?? '', reference);
      await untilWaiting(1);
      await advance(31 * day);
      await settled();
      await untilWaiting(2);
      return [
        attached,
        async () => (await jobs()).some(({ id, last_success_at: at }) => id === 'inbound-cleanup' && at === now()),
      ];
    });
    expect(await attaching).toMatchObject({ kind: 'done' });
    await until('the removal to end', removed);
    expect((await view()).messages).toMatchObject([{ text: 'To nobody' }]);
    expect(await inbound.store.sizeOf(`inbound/${email?.id}`)).toBeGreaterThan(0);
  });

  test('one that cannot be read comes to its claim or into the tray with its sender, and says so', async () => {
    const { receive, inbound, settled, desk, tagged, view } = await setup();
    const tooLong = `X-A: ${'y'.repeat(300_000)}`;
    await inbound.receive(Buffer.from(`From: a@example.net\r\nSubject: My car\r\n${tooLong}\r\n\r\nHello`), 'post');
    expect(await settled()).toEqual(['unsorted']);
    const text = expect.stringContaining('cannot be read here (301 kB). Ask its sender to send it again');
    expect(await desk.unsorted(olu)).toMatchObject([{ sender: 'a@example.net', subject: 'My car', text }]);
    await inbound.receive(Buffer.from(`To: ${await tagged()}\r\nFrom: a@example.net\r\n${tooLong}\r\n\r\nHello`), 'post');
    expect((await settled()).toSorted()).toEqual(['filed', 'unsorted']);
    expect((await view()).messages).toMatchObject([{ address: 'a@example.net', text, isSenderProven: false }]);
    expect(await receive({ text: 'Hello '.repeat(20_000) })).toContain('unsorted');
    const [long] = await desk.unsorted(olu);
    expect([long?.text.startsWith('Hello Hello'), (long?.text.length ?? 0) < 5_100]).toEqual([true, true]);
  });

  test('photographs that were sent one by one by a program that numbers no emails are all kept', async () => {
    const { receive, tagged, view } = await setup();
    const to = await tagged();
    for (const byte of [1, 2]) {
      const bytes = Buffer.concat([evidenceFiles.pdf(), Buffer.of(byte)]);
      await receive({ to, messageId: 'none', text: '', files: [{ name: 'a.pdf', type: 'application/pdf', bytes }] });
    }
    expect((await view()).messages).toHaveLength(2);
  });

  test('two of which nothing can be read are two', async () => {
    const { inbound, settled } = await setup();
    for (const raw of ['\r\n', '\r\n\r\n\r\n']) await inbound.receive(Buffer.from(raw), 'post');
    expect(await settled()).toEqual(['unsorted', 'unsorted']);
  });
});
