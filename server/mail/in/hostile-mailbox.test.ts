// Protects: a mail server that breaks its protocol neither holds up the watch of a mailbox for ever nor fills the store, and what it does is said in a sentence.
import { createServer, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { minute } from '#forms/durations.ts';
import { createTestDesk } from '#testing/create-test-desk.ts';
import { testDatabases } from '#testing/databases.ts';
import { until } from '#testing/until.ts';
import { createImapWatch } from './imap-watch.ts';
import { maxEmailBytes } from './receive-inbound.ts';

const databases = testDatabases();

type Command = { tag: string; name: string; socket: Socket };
type Answers = Record<string, (command: Command) => string>;

/** What an honest server answers, whose mailbox has one e-mail. */
const honest: Answers = {
  capability: ({ tag }) => `* CAPABILITY IMAP4rev1 IDLE\r\n${tag} OK done\r\n`,
  examine: ({ tag }) => `* 1 EXISTS\r\n* OK [UIDVALIDITY 7] valid\r\n* OK [UIDNEXT 1] next\r\n${tag} OK [READ-ONLY] done\r\n`,
  search: ({ tag }) => `* SEARCH 1\r\n${tag} OK done\r\n`,
  fetch: ({ tag }) => `* 1 FETCH (UID 1 BODY[]<0> ${literal('Subject: a\r\n\r\nright')})\r\n${tag} OK done\r\n`,
  idle: () => '+ idling\r\n',
};

const literal = (text: string) => `{${text.length}}\r\n${text}`;

describe('a mail server', () => {
  async function watchOf(answers: Answers, stepMs = minute) {
    const sockets: Socket[] = [];
    const server = createServer((socket) => {
      sockets.push(socket.on('error', () => {}));
      socket.write('* OK ready\r\n');
      socket.on('data', (data) => {
        for (const line of data.toString('latin1').trim().split('\r\n')) {
          const [tag = '', first = '', second = ''] = line.split(' ');
          const name = (first === 'UID' ? second : first).toLowerCase();
          const answer = { ...honest, ...answers }[name] ?? (() => `${tag} OK done\r\n`);
          if (!socket.destroyed) socket.write(answer({ tag, name, socket }), 'latin1');
        }
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy();
      server.close();
    });
    const { port } = server.address() as { port: number };
    const { app, clock } = await createTestDesk(await databases.open());
    const kept: Uint8Array[] = [];
    const files = {
      ...app.files,
      put: async (_: string, raw: Uint8Array) => {
        kept.push(raw);
      },
    };
    const mailbox = { firstMs: 10, longestMs: 100, refusedMs: 100, stepMs };
    const imapUrl = `imap://claims:secret@127.0.0.1:${port}/INBOX?tls=off`;
    const watch = createImapWatch({ ...app, files, limits: { ...app.limits, mailbox } }, imapUrl);
    watch.start();
    onTestFinished(watch.close);
    const firstKept = () => until('an email to be kept', () => kept[0] && Buffer.from(kept[0]).toString('latin1'));
    return { watch, clock, sockets, firstKept };
  }

  const forever = ({ socket }: Command, text: string) => {
    const timer = setInterval(() => (socket.destroyed ? clearInterval(timer) : socket.write(text)), 20);
    return text;
  };

  test.each<[string, Answers]>([
    ['never ends a search', { search: (command) => forever(command, '* OK Still searching\r\n') }],
    ['never ends to open the mailbox', { examine: (command) => forever(command, '* 4294967295 EXISTS\r\n') }],
    ['never ends an email', { fetch: (command) => forever(command, '* 1 FETCH (UID 1 FLAGS (\\Seen))\r\n') }],
  ])('that always says something and %s is left, and tried again', async (_, answers) => {
    const { watch, clock, sockets } = await watchOf(answers, 500);
    await until('another connection', () => sockets.length > 1);
    clock.time += 11 * minute;
    expect(await until('the alarm', () => watch.whatIsWrong())).toMatch(
      /has not been read since .*: 127\.0\.0\.1 ended the connection\.$/,
    );
  });

  test('that says things of other emails, and of this one again, gives this one once', async () => {
    const right = honest.fetch as Answers[string];
    const { firstKept } = await watchOf({
      fetch: (command) =>
        `* 9 FETCH (UID 9 BODY[]<0> ${literal('another')})\r\n* 1 FETCH (UID 1 FLAGS (\\Seen))\r\n${right(command).replace(
          `${command.tag} OK`,
          `* 1 FETCH (UID 1 BODY[]<0> ${literal('again')})\r\n${command.tag} OK`,
        )}`,
    });
    expect(await firstKept()).toBe('Subject: a\r\n\r\nright');
  });

  test('that sends more of an email than it was asked for fills no more room', async () => {
    const { firstKept } = await watchOf({
      fetch: ({ tag }) => `* 1 FETCH (UID 1 BODY[]<0> ${literal('a'.repeat(maxEmailBytes + 1_000))})\r\n${tag} OK done\r\n`,
    });
    expect(await firstKept()).toHaveLength(maxEmailBytes + 1);
  });

  test('that does not number its emails is an alarm, in words', async () => {
    const { watch, clock, sockets } = await watchOf({ examine: ({ tag }) => `* 1 EXISTS\r\n${tag} OK [READ-ONLY] done\r\n` });
    await until('another connection', () => sockets.length > 1);
    clock.time += 11 * minute;
    expect(watch.whatIsWrong()).toContain('cannot be read (it does not say how it numbers emails).');
  });
});
