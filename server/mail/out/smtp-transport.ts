import { Readable } from 'node:stream';
import { createTransport } from 'nodemailer';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import XOAuth2 from 'nodemailer/lib/xoauth2';
import { minute } from '#forms/durations.ts';
import type { AccessTokens } from './access-tokens.ts';
import { ownIdHeader } from './email-text.ts';
import { type Mailbox, type Message, maxConnections, maxLate } from './mailer.ts';

/** The only file that imports the mail library. */

/**
 * Time limits of steps in milliseconds. An attempt has limits of its own, also for the answer to its end, during which the socket is
 * silent: that of the socket is above them.
 */
const stepLimits = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 15 * minute, dnsTimeout: 5_000 };

export type SmtpLimits = typeof stepLimits;

export type SmtpOptions = {
  /** Where access tokens come from, if there is no password. */
  tokens?: AccessTokens | null;
  connections?: number;
  limits?: SmtpLimits;
  /** The name in our greeting (EHLO). Unset: that of the machine, or where that has no dot, `[127.0.0.1]`, which many servers refuse. */
  heloName?: string | undefined;
};

/** An error of the mail library: the step that failed, and the code and text of the server's response, if any. */
export type SmtpError = {
  code?: string;
  command?: string;
  responseCode?: number;
  response?: string;
  message?: string;
  recipient?: string;
  /** Where every recipient was refused: the error of each. */
  rejectedErrors?: SmtpError[];
};

type Taken = { response: string; refused: SmtpError[] };

/**
 * Opens a pool of connections. `send` returns the response of the server and the errors of recipients that it refused, or throws where
 * it took the email for none.
 */
export function openSmtp(
  smtpUrl: string,
  { tokens = null, connections = maxConnections, limits = stepLimits, heloName }: SmtpOptions,
) {
  const url = new URL(smtpUrl);
  const secure = url.protocol === 'smtps:';
  const tls = url.searchParams.get('tls');
  const server = {
    ...limits,
    ...(heloName && { name: heloName }),
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    requireTLS: tls === 'required',
    // Certificates are verified unless the URL disables it, as for a mail server on the same machine.
    tls: { rejectUnauthorized: tls !== 'unchecked' },
  };
  const user = decodeURIComponent(url.username);
  const byToken = tokens !== null && user !== '' && url.password === '' ? tokenLogin(user, tokens) : null;
  const login = user === '' ? null : (byToken ?? { user, pass: decodeURIComponent(url.password) });
  const transport = createTransport({
    ...server,
    ...(login && { auth: login }),
    pool: true,
    maxConnections: connections + maxLate,
    idleTimeout: 30_000,
    // Where the server ends the connection, the attempt is repeated once on another one. After that the queue retries.
    maxRequeues: 1,
  });
  transport.use('stream', (mail, done) => {
    const { onWhole } = mail.data as { onWhole?: () => void };
    if (onWhole) mail.message.processFunc((bytes) => Readable.from(toEnd(bytes, onWhole), { objectMode: false }));
    done();
  });
  return {
    /** `onWhole` is called when all of the email was handed to the connection: then the server may have it. */
    send: async (message: Message, signal: AbortSignal, onWhole: () => void): Promise<Taken> => {
      const { from, to } = message;
      const hasUtf8 = ![from, ...to].some(needsSmtpUtf8) || /[ -]SMTPUTF8\b/i.test(await verify(signal));
      if (!hasUtf8 && needsSmtpUtf8(from)) throw withoutSmtpUtf8('MAIL FROM', from);
      const refused = hasUtf8 ? [] : to.filter(needsSmtpUtf8).map((mailbox) => withoutSmtpUtf8('RCPT TO', mailbox));
      if (refused.length === to.length) throw refused[0];
      const others = refused.length > 0 && { envelope: { from, to: to.filter((mailbox) => !needsSmtpUtf8(mailbox)) } };
      const mail = { ...toMail(message), ...others, signal, onWhole };
      const { response, rejectedErrors = [] } = await transport.sendMail(mail).catch((error: SmtpError) => {
        error.rejectedErrors?.push(...refused);
        throw error;
      });
      return { response, refused: [...refused, ...(rejectedErrors as SmtpError[])] };
    },
    verify,
    close: () => transport.close({ force: true }),
  };

  /**
   * Connects and logs in; throws where that fails. Returns what the server said to our greeting: the extensions that it has. It does not
   * use the library's `verify`, which cannot be aborted.
   */
  function verify(signal: AbortSignal): Promise<string> {
    return new Promise((resolve, reject) => {
      const connection = new SMTPConnection(server);
      const fail = (error: unknown) => {
        reject(error);
        connection.close();
      };
      const succeed = (extensions: string) => {
        resolve(extensions);
        connection.quit();
      };
      signal.addEventListener('abort', () => fail(signal.reason), { once: true });
      connection.on('error', fail);
      connection.once('end', () => reject(new Error('Connection closed')));
      connection.connect((error) => {
        if (error) return fail(error);
        const extensions = connection.lastServerResponse || '';
        if (login && connection.allowsAuth)
          connection.login(byToken ? { oauth2: new XOAuth2(byToken) } : { credentials: login }, (refused) =>
            refused ? fail(refused) : succeed(extensions),
          );
        else succeed(extensions);
      });
    });
  }
}

/** The bytes of an email; the connection begins to read them once the server waits for them. */
async function* toEnd(bytes: AsyncIterable<Buffer>, onEnd: () => void): AsyncGenerator<Buffer> {
  yield* bytes;
  onEnd();
}

/** Whether an address needs the extension SMTPUTF8: only its domain can be written in ASCII. */
function needsSmtpUtf8({ address }: Mailbox): boolean {
  return /[^\0-\x7f]/.test(address.slice(0, address.lastIndexOf('@')));
}

/** In the form of a refusal by the server. Without the extension a Postfix takes the bytes as they are, and another server returns them. */
function withoutSmtpUtf8(command: 'MAIL FROM' | 'RCPT TO', { address }: Mailbox): SmtpError {
  const error = new Error(`${address} needs SMTPUTF8, which the mail server does not have.`);
  return Object.assign(error, { command, responseCode: 553, recipient: address });
}

/** How the library gets the access token of a mailbox (XOAUTH2); it asks for another one where the server calls the first invalid. */
function tokenLogin(user: string, tokens: AccessTokens) {
  type Callback = (error: Error | null, token: string, endsAt: number) => void;
  const provisionCallback = (_user: string, renew: boolean, done: Callback) => {
    if (renew) tokens.noteRefused(user);
    tokens.get(user).then(
      ({ token, endsAt }) => done(null, token, endsAt),
      (error) => done(error, '', 0),
    );
  };
  return { type: 'OAuth2' as const, user, provisionCallback };
}

/** The bytes of the email, as sent by SMTP. */
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
    headers: {
      [ownIdHeader]: message.id,
      ...message.headers,
      ...(message.autoSubmitted && { 'Auto-Submitted': message.autoSubmitted }),
    },
    ...(message.references && { inReplyTo: message.references.at(-1), references: message.references }),
    html: message.html,
    date: new Date(message.sentAt),
    // The library must not fetch a file or URL that a form's answer names.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
