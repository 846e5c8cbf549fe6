import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerOptions } from 'smtp-server';

export type ReceivedEmail = Email & { raw: string; envelope: { from: string; to: string[] } };

/** What the server says to a step of the conversation instead of yes, such as `{ code: 550, words: '5.1.1 No such user' }`. */
export type Refusal = { code: number; text: string };

export type MailServer = Awaited<ReturnType<typeof startMailServer>>;

/** A real SMTP server on loopback that keeps what it is given, and refuses what a test tells it to. */
export async function startMailServer(options: SMTPServerOptions & { port?: number } = {}) {
  const emails: ReceivedEmail[] = [];
  const refuse: { login?: Refusal; sender?: Refusal; recipient?: Refusal; message?: Refusal } = {};
  const counts = { connections: 0, logins: 0 };
  const server = new SMTPServer({
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
  server.on('error', () => {});

  async function keep(
    stream: SMTPServerDataStream,
    envelope: { mailFrom: false | { address: string }; rcptTo: { address: string }[] },
  ) {
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk as Buffer);
    if (refuse.message) return;
    const raw = Buffer.concat(chunks);
    const to = envelope.rcptTo.map(({ address }) => address);
    const parsed = await PostalMime.parse(raw);
    emails.push({
      ...parsed,
      raw: raw.toString('latin1'),
      envelope: { from: envelope.mailFrom ? envelope.mailFrom.address : '', to },
    });
  }

  const port = await new Promise<number>((resolve, reject) => {
    server.server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', () => resolve((server.server.address() as { port: number }).port));
  });
  return {
    port,
    url: `smtp://127.0.0.1:${port}`,
    emails,
    refuse,
    counts,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

function answer(refusal: Refusal | undefined, done: (error?: Error | null) => void): void {
  done(refusal ? Object.assign(new Error(refusal.text), { responseCode: refusal.code }) : null);
}
