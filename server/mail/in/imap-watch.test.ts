// Protects: each e-mail of the mailbox comes into the desk once, whatever ends meanwhile, and the mailbox stays as it is.
import { chmodSync, chownSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { day, hour } from '#forms/durations.ts';
import { createTestDesk } from '#testing/create-test-desk.ts';
import { testDatabases } from '#testing/databases.ts';
import { daysAhead } from '#testing/days-ahead.ts';
import { evidenceFiles } from '#testing/fixtures/evidence-files.ts';
import { mimeEmail } from '#testing/fixtures/mime-email.ts';
import { findDovecot, startImapServer } from '#testing/imap-server.ts';
import { until } from '#testing/until.ts';
import { createImapWatch } from './imap-watch.ts';

const databases = testDatabases();
const dovecot = findDovecot();
const pauses = { firstMs: 10, longestMs: 100, refusedMs: 100, stepMs: 60_000 };

describe.skipIf(!dovecot)('a mailbox', () => {
  async function setup() {
    const server = await startImapServer(dovecot ?? '');
    onTestFinished(server.stop);
    const testDesk = await createTestDesk(await databases.open());
    const { database, inbound, startWorker } = testDesk;
    const worker = startWorker(inbound.jobs);
    const app = {
      ...testDesk.app,
      limits: { ...testDesk.app.limits, mailbox: pauses },
      jobs: { ...testDesk.app.jobs, wake: worker.wake },
    };
    const startWatch = (imapUrl = server.url, { files } = app) => {
      const watch = createImapWatch({ ...app, files }, imapUrl);
      watch.start();
      onTestFinished(watch.close);
      return watch;
    };
    const rows = () => database.db.selectFrom('inbound_emails').selectAll().execute();
    const texts = async () => (await rows()).map(({ text }) => text ?? '').toSorted();
    const begun = () =>
      until('the mailbox to be open', () => database.db.selectFrom('inbound_cursors').select('id').executeTakeFirst());
    const arrived = (count: number) =>
      until(`${count} to be read`, async () => {
        const all = await rows();
        return all.length >= count && all.every(({ state }) => state !== 'waiting');
      });
    return { ...testDesk, app, server, startWatch, rows, texts, begun, arrived };
  }

  test('what comes from the first start on is read, and nothing in it is changed', async () => {
    const { server, startWatch, texts, begun, arrived } = await setup();
    server.deliver(mimeEmail({ text: 'before' }));
    startWatch();
    await begun();
    server.deliver(mimeEmail({ text: 'first' }));
    await arrived(1);
    for (const text of ['second', 'third']) server.deliver(mimeEmail({ text }));
    await arrived(3);
    expect(await texts()).toEqual(['first', 'second', 'third']);
    const files = ['cur', 'new'].flatMap((name) => readdirSync(join(server.folder, name)));
    expect(files).toHaveLength(4);
    // A letter after these two characters is a mark: seen, answered, deleted.
    expect(files.filter((name) => /:2,./.test(name))).toEqual([]);
  });

  test('what comes while the server or this process is down is read afterwards, once', async () => {
    const { server, startWatch, texts, begun, arrived } = await setup();
    const first = startWatch();
    await begun();
    await first.close();
    server.deliver(mimeEmail({ text: 'while this process was down' }));
    startWatch();
    await arrived(1);
    await server.kill();
    server.deliver(mimeEmail({ text: 'while the server was down' }));
    await server.start();
    await arrived(2);
    expect(await texts()).toEqual(['while the server was down', 'while this process was down']);
  });

  test('two instances that read it keep each once', async () => {
    const { server, startWatch, rows, begun, arrived, inbound } = await setup();
    startWatch();
    startWatch();
    await begun();
    for (let count = 0; count < 10; count += 1) server.deliver(mimeEmail({ text: `number ${count}` }));
    await arrived(10);
    expect((await rows()).map(({ state }) => state)).toEqual(Array.from({ length: 10 }, () => 'unsorted'));
    await until('the other one to remove what it downloaded', async () => {
      let stored = 0;
      for await (const _ of inbound.store.keys()) stored += 1;
      return stored === 10;
    });
  });

  // The client asks for what is younger than so many seconds, by its own clock and that of the server (RFC 5032).
  const numberedAnew = 'after the server has numbered its emails anew, none is shown twice, and none from before the first start';
  test.skipIf(daysAhead > 0)(numberedAnew, async () => {
    const { server, startWatch, rows, begun, arrived, clock } = await setup();
    server.deliver(mimeEmail({ text: 'from before the first start' }), { at: clock.time - 3 * day });
    startWatch();
    await begun();
    clock.time += hour;
    server.deliver(mimeEmail({ text: 'read before' }), { at: clock.time });
    await arrived(1);
    await server.renumber();
    await arrived(2);
    server.deliver(mimeEmail({ text: 'moved here' }), { at: clock.time - 30 * day });
    await arrived(3);
    const found = (await rows()).map(({ state, text }) => `${state}: ${text}`);
    expect(found.toSorted()).toEqual(['duplicate: null', 'unsorted: moved here', 'unsorted: read before']);
  });

  test('of one of 100 MB its beginning is downloaded, and what is shown says where the rest is', async () => {
    const { server, startWatch, rows, begun, arrived } = await setup();
    const watch = startWatch();
    await begun();
    const film = { name: 'film.mp4', type: 'video/mp4', bytes: evidenceFiles.mp4() };
    server.deliver(mimeEmail({ subject: 'All my films', files: [film] }), { bytes: 100 * 1024 ** 2 });
    await arrived(1);
    expect(await rows()).toMatchObject([
      {
        subject: 'All my films',
        text: expect.stringMatching(
          /^Hello there\n\n\[This email is longer than 36 MB, and only its beginning is kept. Look in the mailbox/,
        ),
        state: 'unsorted',
      },
    ]);
    await watch.close();
    const bytesOut = await until('the server to say what it sent', () => Number(/\bout=(\d+)/.exec(server.log())?.[1]));
    expect(bytesOut).toBeLessThan(37 * 1024 ** 2);
  });

  test('one that the server cannot give, and one that cannot be kept, are a note, and those after them are read', async () => {
    const { app, server, startWatch, texts, begun, arrived } = await setup();
    const put: typeof app.files.put = async (key, raw) => {
      if (Buffer.from(raw).includes('poison')) throw new Error('No.');
      await app.files.put(key, raw);
    };
    startWatch(server.url, { ...app, files: { ...app.files, put } });
    await begun();
    const broken = server.deliver(mimeEmail({ text: 'broken' }));
    chmodSync(broken, 0);
    if (process.getuid?.() === 0) chownSync(broken, 0, 0);
    server.deliver(mimeEmail({ text: 'poison' }));
    server.deliver(mimeEmail({ text: 'after them' }));
    await arrived(3);
    const note = (uid: number) => `This email could not be read. It is in the mailbox, under the number ${uid}.`;
    expect(await texts()).toEqual([note(1), note(2), 'after them']);
  });

  test('a password that the server refuses twice is an alarm at once, which does not repeat it', async () => {
    const { server, startWatch, log } = await setup();
    const watch = startWatch(server.url.replace('secret', 'hunter2'));
    const message = await until('the alarm', () => watch.whatIsWrong());
    expect(message).toContain('the mail server refuses the user or the password in IMAP_URL');
    expect(message + log()).not.toContain('hunter2');
  });

  test('a folder that is not there, and a server that is away for ten minutes, are an alarm, which ends', async () => {
    const { server, startWatch, begun, clock } = await setup();
    const elsewhere = startWatch(server.url.replace('INBOX', 'Answers'));
    const watch = startWatch();
    await begun();
    await server.kill();
    clock.time += 11 * 60_000;
    expect(await until('the alarm', () => watch.whatIsWrong())).toContain('has not been read since');
    await server.start();
    await until('it to be read again', () => watch.whatIsWrong() === null);
    await until('the alarm', () => String(elsewhere.whatIsWrong()).includes('the mailbox has no folder Answers'));
  });
});
