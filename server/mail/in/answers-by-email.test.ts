// Protects: an answer reaches its claim however its headers were rewritten, and a reaction waits for none.
import { describe, expect, test } from 'vitest';
import type { Action } from '#server/claims/actions/actions.ts';
import { createTestDesk } from '#testing/create-test-desk.ts';
import { testDatabases } from '#testing/databases.ts';
import { mimeEmail } from '#testing/fixtures/mime-email.ts';
import { aoife, lukasz } from '#testing/fixtures/people.ts';
import { olu } from '#testing/fixtures/test-staff.ts';
import { until } from '#testing/until.ts';

const databases = testDatabases();

describe('an answer by email', () => {
  /** A claim to whose claimant staff wrote; `answer` sends an answer to that. */
  async function setup() {
    const testDesk = await createTestDesk(await databases.open());
    const { desk, database, inbound, storeClaim } = testDesk;
    const id = await storeClaim(aoife);
    const written: Action = { type: 'message written', subject: 'Your claim', text: 'Hello', key: 'k', line: '' };
    await desk.runAction(olu, id, written);
    const view = async (which = id) => {
      const found = await desk.submission(olu, which);
      if (!found) throw new Error('It is gone.');
      return found;
    };
    const references = `<${(await view()).messages[0]?.id}@kerbside.example>`;
    const worker = testDesk.startWorker(inbound.jobs);
    const answer = async (parts: Parameters<typeof mimeEmail>[0]) => {
      await testDesk.advance(1);
      await inbound.receive(mimeEmail({ from: 'somebody@example.net', references, ...parts }), 'post');
      worker.wake();
      const waiting = database.db.selectFrom('inbound_emails').select('id').where('state', '=', 'waiting');
      await until('it to be read', async () => (await waiting.execute()).length === 0);
    };
    return { ...testDesk, id, view, answer };
  }

  test.each<[string, Parameters<typeof mimeEmail>[0]]>([
    [
      'whose sender a group rewrote',
      { from: '"Aoife via Claims" <claims@groups.example>', headers: ['X-Original-From: a@b.example'] },
    ],
    ['dated in a zone that is none', { date: 'Fri, 20 Nov 2026 14:00:00 +9900' }],
    ['dated in words', { date: 'Friday afternoon (GMT Standard Time)' }],
    ['dated in a year to come', { date: 'Sun, 1 Jan 2090 00:00:00 -1200' }],
  ])('%s reaches its claim, which was merged since, at the time it came', async (_, parts) => {
    const { answer, view, storeClaim, desk, id, clock } = await setup();
    const stays = await storeClaim(lukasz);
    await desk.runAction(olu, stays, { type: 'merged', other: id });
    await answer(parts);
    const address = parts?.from ? 'claims@groups.example' : 'somebody@example.net';
    expect((await view(stays)).messages.at(-1)).toMatchObject({ address, at: clock.time, isSenderProven: false });
  });

  test('that is a reaction of Gmail is one line and waits for none; with words beside it, it is an email', async () => {
    const { answer, view } = await setup();
    const bytes = Buffer.from('{"version":1,"emoji":"👍🏽"}');
    const files = [{ name: '', type: 'text/vnd.google.email-reaction+json; charset=utf-8', bytes }];
    const words = Array.from({ length: 30 }, (_, at) => `word${at}`).join(' ');
    const sentence = '👍🏽\r\n\r\nAoife reacted via Gmail\r\n<https://www.google.com/gmail/>';
    const name = 'On Mon, 23 Nov 2026 at 10:00, Kerbside Accident Support Ltd <claims@kerbside.example> wrote:';
    for (const text of [sentence, `${sentence}\r\n\r\n${name}\r\n\r\n> ${words}\r\n>\r\n> Olu\r\n`]) {
      await answer({ text, files });
      expect((await view()).messages.at(-1)).toMatchObject({ text: 'Reacted with 👍🏽', files: [] });
    }
    expect((await view()).needsReply).toBe(false);
    await answer({ text: words, files });
    expect((await view()).messages.at(-1)?.text).toBe(words);
    expect((await view()).needsReply).toBe(true);
  });

  const quoted = 'From: Kerbside <claims@kerbside.example>\r\nSubject: Your claim\r\n\r\nWe need photographs.';
  const line = 'Aoife Byrne reacted to your message:';
  test.each<[string, Parameters<typeof mimeEmail>[0], string | null]>([
    ['a reaction of Outlook', { text: `[like] ${line}\r\n________________________________\r\n${quoted}` }, 'Reacted with [like]'],
    [
      'one in HTML',
      { html: `<p><img alt="heart" src="https://r.example/h.png"> ${line}</p><hr><p>${quoted}</p>` },
      'Reacted with [heart]',
    ],
    ['one with the face as a letter', { text: `👍🏽 ${line.slice(0, -1)}` }, 'Reacted with 👍🏽'],
    [
      'one above lines that are marked as a quote',
      { text: `[like] ${line}\r\n> We need\r\n>\r\n> photographs.` },
      'Reacted with [like]',
    ],
    ['words below such lines', { text: `[FYI] ${line}\r\n> We need photographs.\r\n\r\nThey have none.` }, null],
    ['words below a reaction', { text: `[like] ${line}\r\nThe car is red.\r\n\r\n${quoted}` }, null],
    [
      'a file beside a reaction',
      { text: `[like] ${line}`, files: [{ name: 'a.txt', type: 'text/x-log', bytes: Buffer.from('a') }] },
      null,
    ],
    ['words that tell of a reaction', { text: `My solicitor, ${line}\r\n________________\r\n${quoted}` }, null],
  ])('%s waits for an answer unless somebody only chose a face', async (_, parts, text) => {
    const { answer, view } = await setup();
    await answer(parts);
    expect((await view()).needsReply).toBe(text === null);
    if (text !== null) expect((await view()).messages.at(-1)?.text).toBe(text);
  });
});
