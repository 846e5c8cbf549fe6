import type { Socket } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerOptions } from 'smtp-server';
import { freePort } from './free-port.ts';
import { waitLimitMs } from './until.ts';

export type ReceivedEmail = Email & { raw: string; envelope: { from: string; to: string[] } };

/** A response of the server to one SMTP command instead of acceptance, such as `{ code: 550, text: '5.1.1 No such user' }`; its text may have lines. */
export type Refusal = { code: number; text: string };

/** Limits of a mailer that a machine which stands still for a while does not exceed. */
export const longLimits = {
  maxAttemptMs: waitLimitMs,
  limits: { connectionTimeout: waitLimitMs, greetingTimeout: waitLimitMs, socketTimeout: waitLimitMs, dnsTimeout: waitLimitMs },
};

export type MailServer = Awaited<ReturnType<typeof startMailServer>>;

/** A real SMTP server on loopback. It keeps what it receives, and refuses what `refuse` names. */
export async function startMailServer(options: SMTPServerOptions & { port?: number } = {}) {
  const emails: ReceivedEmail[] = [];
  const refuse: { login?: Refusal; sender?: Refusal; recipient?: Refusal; message?: Refusal | undefined } = {};
  const counts = { connections: 0, logins: 0 };
  const checks = new Set<() => void>();
  let server = createServer();
  // No outgoing connection takes this port while the server is closed.
  const port = await listen(options.port ?? (await freePort()));

  function createServer(): SMTPServer {
    const created = new SMTPServer({
      authOptional: true,
      allowInsecureAuth: true,
      disabledCommands: ['STARTTLS'],
      disableReverseLookup: true,
      closeTimeout: 100,
      onConnect: (_session, done) => {
        counts.connections += 1;
        done();
      },
      onAuth: (auth, _session, done) => {
        counts.logins += 1;
        answer(refuse.login, (error) => done(error ?? null, error ? undefined : { user: auth.username }));
      },
      onMailFrom: (_address, _session, done) => answer(refuse.sender, done),
      onRcptTo: (_address, _session, done) => answer(refuse.recipient, done),
      onData: (stream, session, done) => {
        void keep(stream, session.envelope).then(() => answer(refuse.message, done), done);
      },
      ...options,
    });
    // A sender that is killed breaks its connection, which is no error here.
    created.on('error', () => {});
    return created;
  }

  async function keep(
    stream: SMTPServerDataStream,
    envelope: { mailFrom: false | { address: string }; rcptTo: { address: string }[] },
  ): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk as Buffer);
    if (refuse.message) return;
    const raw = Buffer.concat(chunks);
    const from = envelope.mailFrom ? envelope.mailFrom.address : '';
    const to = envelope.rcptTo.map(({ address }) => address);
    emails.push({ ...(await PostalMime.parse(raw)), raw: raw.toString('latin1'), envelope: { from, to } });
    for (const check of checks) check();
  }

  function listen(wanted: number): Promise<number> {
    return new Promise((resolve, reject) => {
      server.server.once('error', reject);
      server.listen(wanted, '127.0.0.1', () => resolve((server.server.address() as { port: number }).port));
    });
  }

  function when<T>(find: () => T | undefined): Promise<T> {
    return new Promise((resolve) => {
      const check = () => {
        const found = find();
        if (found === undefined) return;
        checks.delete(check);
        resolve(found);
      };
      checks.add(check);
      check();
    });
  }

  return {
    port,
    url: `smtp://127.0.0.1:${port}`,
    emails,
    refuse,
    counts,
    /** The first e-mail that matches, now or when it arrives. */
    waitForEmail: (isWanted: (email: ReceivedEmail) => boolean) => when(() => emails.find(isWanted)),
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
    onConnection: (listener: (socket: Socket) => void) => server.server.on('connection', listener),
    reopen: async () => {
      server = createServer();
      await listen(port);
    },
  };
}

function answer(refusal: Refusal | undefined, done: (error?: Error | null) => void): void {
  const [text, ...more] = refusal?.text.split('\n') ?? [];
  // The library writes each of several texts as a line of its own.
  const message = more.length > 0 ? [text, ...more] : text;
  done(refusal ? Object.assign(new Error(), { message, responseCode: refusal.code }) : null);
}
