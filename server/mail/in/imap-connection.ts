import type { ImapFlow } from 'imapflow';
import { minute } from '#forms/durations.ts';
import { errorMessage } from '#server/core/observability/log.ts';
import type { AccessTokens } from '#server/mail/out/access-tokens.ts';
import { TokenError } from '#server/mail/out/token-request.ts';
import { maxEmailBytes } from './receive-inbound.ts';

/** When IDLE begins after a command: at once, so that the server tells of what comes. */
const idleAfterMs = 100;

/** A server that says nothing for so long is asked whether it is there; one that does not answer in the same time again is gone. */
const silentMs = minute;

/** No answer of a mail server has to be longer, and none may fill the memory. */
const longest = { maxLiteralSize: 2 * maxEmailBytes, maxResponseSize: 3 * maxEmailBytes, maxLineLength: maxEmailBytes };

type ImapPlace = ReturnType<typeof placeOf>;

/** The parts of IMAP_URL: `imaps://user:password@host:993/INBOX`; without a password an access token opens the mailbox. */
export function placeOf(imapUrl: string) {
  const url = new URL(imapUrl);
  const secure = url.protocol === 'imaps:';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = Number(url.port) || (secure ? 993 : 143);
  const path = decodeURIComponent(url.pathname.slice(1)) || 'INBOX';
  const user = decodeURIComponent(url.username);
  return {
    secure,
    host,
    port,
    path,
    user,
    password: decodeURIComponent(url.password),
    /** False for a server on this machine, without which encryption is required. */
    isEncrypted: url.searchParams.get('tls') !== 'off',
    /** Which mailbox it is, whatever its password. */
    name: `${user}@${host}:${port}/${path}`,
  };
}

/** A client of the mailbox that is not connected yet. */
export async function createImapClient({ password, user, ...place }: ImapPlace, tokens: AccessTokens | null): Promise<ImapFlow> {
  // The library is loaded only where a mailbox is read.
  const { ImapFlow } = await import('imapflow');
  const auth = tokens && password === '' ? { user, accessToken: (await tokens.get(user)).token } : { user, pass: password };
  return new ImapFlow({
    host: place.host,
    port: place.port,
    secure: place.secure,
    ...(!place.secure && { doSTARTTLS: place.isEncrypted }),
    auth,
    ...longest,
    logger: false,
    disableCompression: true,
    autoIdleDelay: idleAfterMs,
    connectionTimeout: minute / 2,
    socketTimeout: silentMs,
  });
}

/** Whether the server refuses our login, which is for a person to correct. */
export function isRefused(error: unknown): boolean {
  if (error instanceof TokenError) return error.isRefused;
  const { authenticationFailed, serverResponseCode } = error as { authenticationFailed?: boolean; serverResponseCode?: string };
  return authenticationFailed === true && serverResponseCode !== 'UNAVAILABLE';
}

/** Why a mailbox cannot be read, as the end of a sentence for staff. */
export function whyUnread(error: unknown, { path, host, port, user, password }: ImapPlace): string {
  if (error instanceof TokenError) return error.message;
  const { code, mailboxMissing, responseText } = error as NodeJS.ErrnoException & {
    mailboxMissing?: boolean;
    responseText?: string;
  };
  if (isRefused(error))
    return password === ''
      ? `the access token does not open the mailbox ${user}`
      : 'the mail server refuses the user or the password in IMAP_URL';
  if (mailboxMissing) return `the mailbox has no folder ${path}`;
  if (responseText) return `the mail server says “${responseText.slice(0, 200)}”`;
  const reason = code ?? errorMessage(error);
  if (/^(ENOTFOUND|EAI_AGAIN)$/.test(reason)) return `there is no server of the name ${host}, or names cannot be looked up here`;
  if (reason === 'ECONNREFUSED') return `nothing answers at ${host}, port ${port}`;
  if (/^(ECONNRESET|NoConnection)$/.test(reason)) return `${host} ended the connection`;
  if (reason.includes('STARTTLS')) return `the mail server at ${host} does not encrypt the connection`;
  if (/TIME(D)?_?OUT/i.test(reason)) return `${host} does not answer`;
  if (/CERT|SELF_SIGNED|UNABLE_TO/.test(reason)) return `this machine does not trust the certificate of ${host} (${reason})`;
  return `${host} cannot be read (${reason})`;
}
