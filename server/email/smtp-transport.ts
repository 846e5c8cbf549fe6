import { createTransport } from 'nodemailer';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { type Message, maxConnections } from './mailer.ts';

/** The only file that imports the mail library. */

/** Time limits of each step in milliseconds. A whole attempt has a limit of its own. */
const stepLimits = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000, dnsTimeout: 5_000 };

export type SmtpLimits = typeof stepLimits;

/** Opens a pool of connections. `send` returns the response of the server, or throws an error with it. */
export function openSmtp(smtpUrl: string, connections = maxConnections, limits: SmtpLimits = stepLimits) {
  const url = new URL(smtpUrl);
  const secure = url.protocol === 'smtps:';
  const tls = url.searchParams.get('tls');
  const server = {
    ...limits,
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    requireTLS: tls === 'required',
    // Certificates are verified unless the URL disables it, as for a mail server on the same machine.
    tls: { rejectUnauthorized: tls !== 'unchecked' },
  };
  const login = url.username ? { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } : null;
  const transport = createTransport({
    ...server,
    ...(login && { auth: login }),
    pool: true,
    maxConnections: connections,
    // Where the server ends the connection, the attempt is repeated once on another one. After that the queue retries.
    maxRequeues: 1,
  });
  return {
    send: async (message: Message, signal: AbortSignal): Promise<string> =>
      (await transport.sendMail({ ...toMail(message), signal })).response,
    /** Connects and logs in; throws where that fails. It does not use the library's `verify`, which cannot be aborted. */
    verify: (signal: AbortSignal): Promise<void> =>
      new Promise<void>((resolve, reject) => {
        const connection = new SMTPConnection(server);
        const fail = (error: unknown) => {
          reject(error);
          connection.close();
        };
        const succeed = () => {
          resolve();
          connection.quit();
        };
        signal.addEventListener('abort', () => fail(signal.reason), { once: true });
        connection.on('error', fail);
        connection.once('end', () => reject(new Error('Connection closed')));
        connection.connect((error) => {
          if (error) fail(error);
          else if (login && connection.allowsAuth)
            connection.login({ credentials: login }, (refused) => (refused ? fail(refused) : succeed()));
          else succeed();
        });
      }),
    close: () => transport.close({ force: true }),
  };
}

/** The bytes of the e-mail, as sent by SMTP. */
export async function compose(message: Message): Promise<Buffer> {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  const sent = await transport.sendMail(toMail(message));
  return sent.message as Buffer;
}

function toMail(message: Message) {
  return {
    messageId: message.id,
    // Addresses are objects, because a string would be parsed as a list of addresses.
    from: message.from,
    to: message.to,
    ...(message.replyTo && { replyTo: { name: '', address: message.replyTo } }),
    subject: message.subject,
    text: message.text,
    headers: { ...message.headers, ...(message.autoSubmitted && { 'Auto-Submitted': message.autoSubmitted }) },
    ...(message.references && { inReplyTo: message.references.at(-1), references: message.references }),
    html: message.html,
    date: new Date(message.sentAt),
    // The library must not fetch a file or URL that a form's answer names.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
