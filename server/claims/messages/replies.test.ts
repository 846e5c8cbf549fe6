// Protects: what staff write reaches the claimant once, in its thread, and can be taken back until it leaves.
import { describe, expect, test } from 'vitest';
import { site } from '#content/site.ts';
import { createReplyTags } from '#server/mail/out/reply-tags.ts';
import { createTestDesk } from '#testing/create-test-desk.ts';
import { testDatabases } from '#testing/databases.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { grace, olu } from '#testing/fixtures/test-staff.ts';
import { testSecret } from '#testing/open-test-app.ts';
import { until } from '#testing/until.ts';
import { withMail } from '#testing/with-mail.ts';
import type { Action } from '../actions/actions.ts';

const databases = testDatabases();
const tags = createReplyTags({ mailbox: 'claims@kerbside.example', secret: testSecret, previousSecret: null });

describe('a message to the claimant', () => {
  async function setup() {
    const testDesk = await createTestDesk(await databases.open());
    const { desk, storeClaim, database } = testDesk;
    const id = await storeClaim(aoife);
    const { server, startWorker } = await withMail(testDesk, { mailReplyTo: 'claims@kerbside.example' });
    const run = (action: Action, staff = olu) => desk.runAction(staff, id, action);
    const write = (fields: { text?: string; subject?: string; key?: string; line?: string } = {}) =>
      run({ type: 'message written', subject: 'Your claim', text: 'Please call us.', key: 'k', line: '', ...fields });
    const view = async () => {
      const found = await desk.submission(olu, id);
      if (!found) throw new Error('It is gone.');
      return found;
    };
    const row = () => database.db.selectFrom('form_submissions').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    const sent = () => server.emails.filter(({ to }) => to?.some(({ address }) => address === aoife.email));
    const updated = (at: number) =>
      database.db.updateTable('form_submissions').set({ claimant_update_at: at }).where('id', '=', id).execute();
    return { ...testDesk, id, run, write, view, row, sent, server, startWorker, updated };
  }

  test('is sent once after ten seconds, with names, thread and the address for answers, and is on the timeline', async () => {
    const { id, write, view, sent, startWorker, advance, desk } = await setup();
    const first = await write({ text: 'Please call us.\n\nOlu', subject: 'Your claim\r\nBcc: x@example.org' });
    expect(first).toMatchObject({ kind: 'done', undo: { type: 'message taken back' } });
    const worker = startWorker();
    await advance(9_000);
    worker.wake();
    await desk.indexNow();
    expect((await view()).messages).toMatchObject([{ direction: 'out', by: olu.name, email: { state: 'waiting' } }]);
    expect(sent()).toEqual([]);
    await advance(2_000);
    worker.wake();
    await until('the email', async () => (await view()).messages[0]?.email?.state === 'sent');
    await write({ text: 'And a photograph.', key: 'other' });
    await advance(11_000);
    worker.wake();
    await until('the other', async () => (await view()).messages[1]?.email?.state === 'sent');
    const [one, other] = sent();
    expect(one?.subject).toBe('Your claim Bcc: x@example.org');
    expect(one?.bcc).toBeUndefined();
    expect(one?.from?.name).not.toBe('');
    expect(one?.text).toContain('Please call us.\n\nOlu');
    const link = /http\S+\/your-claim\S+/;
    expect(link.exec(one?.text ?? '')?.[0]).toMatch(link);
    expect(link.exec(other?.text ?? '')?.[0]).toBe(link.exec(one?.text ?? '')?.[0]);
    expect(one?.replyTo?.map(({ address }) => address)).toEqual([tags.addressOf({ id, reference: (await view()).reference })]);
    expect(one?.headers.find(({ key }) => key === 'auto-submitted')).toBeUndefined();
    expect(other).toMatchObject({ inReplyTo: one?.messageId, references: one?.messageId });
    expect((await view()).emails.map(({ template }) => template)).not.toContain('reply');
  });

  test('is one message however often its form is sent', async () => {
    const { write, database } = await setup();
    const outcomes = await Promise.all([write(), write(), write()]);
    expect(outcomes.filter(({ kind }) => kind === 'done')).toHaveLength(1);
    expect(await database.db.selectFrom('messages').selectAll().execute()).toHaveLength(1);
    expect(await database.db.selectFrom('jobs').select('id').where('template', '=', 'reply').execute()).toHaveLength(1);
  });

  test('can be taken back until it leaves, with what was before it, and its text is there to be changed', async () => {
    const { write, run, row, updated, clock, desk, id, database } = await setup();
    await updated(clock.time);
    const before = await row();
    const outcome = await write();
    expect(await row()).toMatchObject({ update_answered_at: clock.time, contacted_at: clock.time });
    expect(outcome.kind === 'done' && outcome.undo && (await run(outcome.undo))).toMatchObject({ kind: 'done' });
    const { next_at, next_kind, update_answered_at, contacted_at } = before;
    expect(await row()).toMatchObject({ next_at, next_kind, update_answered_at, contacted_at });
    expect(await database.db.selectFrom('jobs').select('id').where('template', '=', 'reply').execute()).toEqual([]);
    expect(await desk.replyDraft(olu, id)).toMatchObject({ subject: 'Your claim', text: 'Please call us.' });
    expect((await desk.replyDraft(grace, id))?.text).not.toContain('Please call us.');
  });

  test('is not taken back by a form that says nothing of what it undoes', async () => {
    const { write, run, row, desk, database } = await setup();
    await write();
    const after = await row();
    const [message] = await database.db.selectFrom('messages').select('id').execute();
    const posted: Record<string, string> = { act: 'message taken back', messageId: message?.id ?? '' };
    const action = desk.readAction((name) => posted[name] ?? null);
    expect(action && (await run(action))).toMatchObject({ kind: 'refused' });
    expect(await row()).toEqual(after);
  });

  test('goes where a corrected address says, and the timeline shows that address', async () => {
    const { write, run, view } = await setup();
    await write();
    const answers = JSON.stringify({ email: [aoife.email, 'new@example.com'] });
    expect(await run({ type: 'answers corrected', answers })).toMatchObject({ kind: 'done' });
    expect((await view()).messages).toMatchObject([{ address: 'new@example.com' }]);
  });

  test('cannot be taken back once it has left, and the history does not offer it', async () => {
    const { write, run, view, startWorker, advance } = await setup();
    const outcome = await write();
    await advance(11_000);
    startWorker();
    await until('the email', async () => (await view()).messages[0]?.email?.state === 'sent');
    expect((await view()).history.find(({ action }) => action === 'message written')?.undo).toBeNull();
    expect(outcome.kind === 'done' && outcome.undo && (await run(outcome.undo))).toMatchObject({ kind: 'refused' });
  });

  test('sets the next step in the same act, and leaves one that is arranged', async () => {
    const { write, run, row, clock } = await setup();
    await run({ type: 'contact attempted', outcome: 'spoke', line: '' });
    await run({ type: 'next step set', line: '+3d' });
    const { next_at } = await row();
    await write();
    expect((await row()).next_at).toBe(next_at);
    await write({ line: '+2h', key: 'other' });
    expect(await row()).toMatchObject({ next_kind: 'chase', next_at: clock.time + 2 * 3_600_000 });
    expect(await write({ line: 'Call me', key: 'third' })).toMatchObject({ kind: 'refused' });
  });

  test('from a template names the company, may leave by text message, and asks for papers on the claim page alone', async () => {
    const { desk, id } = await setup();
    const draft = await desk.replyDraft(olu, id);
    const texts = [...(draft?.templates ?? []), { name: 'empty', text: draft?.text ?? '' }];
    for (const { name, text } of texts) {
      expect(text, name).toMatch(new RegExp(`^Hello Aoife, this is ${olu.name} from ${site.brand}\\.\n`));
      expect(text, name).not.toMatch(/\$\w|this email|https?:(?!\S+\/complaints\n)/);
    }
    expect(texts.find(({ name }) => name === 'documents')?.text).toContain('Do not send them by email, text or WhatsApp.');
  });

  test.each(['complaint', 'data-complaint'])('from the template %s leaves once all is filled in', async (template) => {
    const { desk, id, write, run } = await setup();
    const text = (await desk.replyDraft(olu, id, template))?.text ?? '';
    const attempt = { type: 'contact attempted' as const, outcome: 'left-message', line: '', channel: 'whatsapp' };
    const blank = { kind: 'refused', message: 'Fill in [day it came] first.' };
    expect([await write({ text }), await run({ ...attempt, words: text })]).toMatchObject([blank, blank]);
    const isNamed = text.replace('[day it came]', '2 November');
    expect(await write({ text: isNamed })).toMatchObject({ message: 'Fill in [Who looks into it] first.' });
    expect(await write({ text: isNamed.replace('[Who looks into it]', 'Grace Bell') })).toMatchObject({ kind: 'done' });
  });

  test('that the mail server refuses is shown as refused', async () => {
    const { write, view, server, startWorker, advance } = await setup();
    server.refuse.recipient = { code: 550, text: '5.1.1 No such user' };
    await write();
    await advance(11_000);
    startWorker();
    await until('the refusal', async () => (await view()).messages[0]?.email?.state === 'not sent');
    expect((await view()).messages[0]?.email?.detail).toContain('No such user');
  });

  test('in words from somebody’s own phone is an attempt, and answers what waits', async () => {
    const { run, view, row, updated, clock } = await setup();
    await updated(clock.time);
    const sms = { type: 'contact attempted' as const, outcome: 'left-message', line: '', channel: 'sms' };
    expect(await run(sms)).toMatchObject({ kind: 'refused' });
    const outcome = await run({ ...sms, words: 'Please call by 10' });
    expect((await view()).attempts).toMatchObject([{ channel: 'sms', outcome: 'left-message', text: 'Please call by 10' }]);
    expect(await row()).toMatchObject({ update_answered_at: clock.time, attempt_count: 1 });
    expect(outcome.kind === 'done' && outcome.undo && (await run(outcome.undo))).toMatchObject({ kind: 'done' });
    expect(await row()).toMatchObject({ update_answered_at: null, attempt_count: 0 });
  });
});
