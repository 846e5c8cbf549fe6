import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export type ReceivedEmail = Email & {
  /** To whom the envelope was addressed. */
  recipients: string[];
  raw: string;
};

export type Mailbox = Awaited<ReturnType<typeof openMailbox>>;

/** A real mail server on this machine that keeps what it is sent. */
export async function openMailbox() {
  const emails: ReceivedEmail[] = [];
  const waiting = new Set<() => void>();
  let isHanging = false;
  let refusal: string | null = null;
  let hangCount = 0;
  let server = makeServer();
  await listen(0);
  const port = (server.server.address() as AddressInfo).port;

  function makeServer(): SMTPServer {
    const made = new SMTPServer({
      authOptional: true,
      disabledCommands: ['AUTH', 'STARTTLS'],
      closeTimeout: 100,
      onData: async (stream, session, answer) => {
        const raw = await readAll(stream);
        if (refusal) return answer(Object.assign(new Error(refusal.slice(4)), { responseCode: Number(refusal.slice(0, 3)) }));
        if (isHanging) {
          // Never answered: the sender cannot know whether it was taken.
          hangCount += 1;
          return checkWaiting();
        }
        const recipients = session.envelope.rcptTo.map(({ address }) => address);
        emails.push({ ...(await PostalMime.parse(raw)), recipients, raw: raw.toString('utf8') });
        answer();
        checkWaiting();
      },
    });
    // A sender that is killed breaks its connection.
    made.on('error', () => {});
    return made;
  }

  async function listen(at: number) {
    server.listen(at, '127.0.0.1');
    await once(server.server, 'listening');
  }

  function checkWaiting() {
    for (const look of waiting) look();
  }

  function until<T>(find: () => T | undefined): Promise<T> {
    return new Promise((resolve) => {
      const look = () => {
        const found = find();
        if (found === undefined) return;
        waiting.delete(look);
        resolve(found);
      };
      waiting.add(look);
      look();
    });
  }

  return {
    url: `smtp://127.0.0.1:${port}`,
    emails,
    /** The first letter of which this is true, now or as soon as it comes. */
    waitForEmail: (isIt: (letter: ReceivedEmail) => boolean) => until(() => emails.find(isIt)),
    /** From now on takes letters and never answers; resolves with each start of that. */
    /** From now on takes nothing, in these words such as '550 No such mailbox'; null: takes everything again. */
    refuse: (words: string | null) => {
      refusal = words;
    },
    hang: () => {
      isHanging = true;
      const before = hangCount;
      return { begun: () => until(() => (hangCount > before ? true : undefined)) };
    },
    answerAgain: () => {
      isHanging = false;
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
    reopen: async () => {
      server = makeServer();
      await listen(port);
    },
  };
}

async function readAll(stream: NodeJS.ReadableStream): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part as Buffer);
  return Buffer.concat(parts);
}
