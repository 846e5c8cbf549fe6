import { minute } from '#forms/durations.ts';
import { errorMessage } from '#server/core/observability/log.ts';
import { mailboxOfToken } from '#server/core/settings/setting-kinds.ts';
import type { Delivery, Mailer, Message } from './mailer.ts';
import { openSmtp, type SmtpError, type SmtpOptions } from './smtp-transport.ts';
import { TokenError } from './token-request.ts';

/**
 * The time limit of an attempt until the server has the whole email, even with one that sends one character at a time. It is well below the
 * length of a lease.
 */
const maxAttemptMs = 45_000;

/** How long the server may take to answer then (RFC 5321, 4.5.3.2.6): it may look at the email, or pass it on, before it does. */
const answerMs = 10 * minute;

/** After this time without an answer an email does not count among those that are being sent. */
const lateMs = 20_000;

const tooLong = 'The mail server took too long.';

export type SmtpMailerOptions = SmtpOptions & { maxAttemptMs?: number; answerMs?: number; lateMs?: number };

export function createSmtpMailer(smtpUrl: string, options: SmtpMailerOptions = {}): Mailer {
  const smtp = openSmtp(smtpUrl, options);
  const mailbox = options.tokens ? mailboxOfToken(smtpUrl) : null;
  const late = new Set<Message>();
  return {
    send: async (message, signal) => {
      const limit = timeLimit(signal);
      let waiting: NodeJS.Timeout | undefined;
      const onWhole = () => {
        limit.restart(options.answerMs ?? answerMs);
        waiting = setTimeout(() => late.add(message), options.lateMs ?? lateMs);
      };
      try {
        const { response, refused } = await smtp.send(message, limit.signal, onWhole);
        return refused.length === 0 ? { kind: 'sent', reply: response } : sentApart({ kind: 'sent', reply: response }, refused);
      } catch (error) {
        const failure = readLoginFailure(error);
        const reply = limit.isLate() ? tooLong : failure.reply;
        // What has an answer is known.
        if (!waiting || (error as SmtpError).responseCode) return { ...failure, reply };
        return { kind: 'unknown', reply: `${reply} It had the whole email, which may have arrived.` };
      } finally {
        clearTimeout(waiting);
        late.delete(message);
        limit.end();
      }
    },
    late: () => late.size,
    check: async () => {
      const limit = timeLimit();
      try {
        await smtp.verify(limit.signal);
        return { kind: 'ready', reply: 'The mail server answers.' };
      } catch (error) {
        const { kind, reply } = readLoginFailure(error);
        return { kind: kind === 'misconfigured' ? 'misconfigured' : 'unreachable', reply: limit.isLate() ? tooLong : reply };
      } finally {
        limit.end();
      }
    },
    close: smtp.close,
  };

  /** Where the server refuses our access token, the next attempt brings a new one, which has what has been granted since. */
  function readLoginFailure(error: unknown): Delivery {
    const failure = readFailure(error);
    if (mailbox === null || (error as SmtpError).code !== 'EAUTH' || error instanceof TokenError) return failure;
    options.tokens?.noteRefused(mailbox);
    return { ...failure, reply: `The access token does not open the mailbox ${mailbox}: ${failure.reply}` };
  }

  /** A signal that aborts after the time limit, or with `signal`. Call `end` when it is no longer needed. */
  function timeLimit(signal?: AbortSignal) {
    const ending = new AbortController();
    const cut = () => ending.abort();
    let isLate = false;
    const endLate = () => {
      isLate = true;
      cut();
    };
    // Not AbortSignal.timeout, which keeps the signals of each email in memory until its time is over.
    let timer = setTimeout(endLate, options.maxAttemptMs ?? maxAttemptMs);
    signal?.addEventListener('abort', cut, { once: true });
    if (signal?.aborted) cut();
    return {
      signal: ending.signal,
      isLate: () => isLate,
      restart: (ms: number) => {
        clearTimeout(timer);
        timer = setTimeout(endLate, ms);
      },
      end: () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', cut);
      },
    };
  }
}

/**
 * Responses that are about our login, at whatever step they come: authentication is required, too weak, failed, or needs encryption.
 */
const loginCodes = [530, 534, 535, 538];

/**
 * Enhanced statuses (RFC 3463) about our sender or login. Exchange checks the sender only after DATA, and has numbers of its own for it.
 * 5.7.9 is none: Yahoo has it for an email that its policy refuses.
 */
const aboutUs = /^5\.(1\.[78]|2\.252|7\.(8|60))$/;

/** Those about the email: it is too long, or has what the server cannot convert. */
const aboutTheEmail = /^5\.(3\.4$|6\.)/;

/** Words for a server that does not relay for us or does not take our sender, of those that give no status that says it, such as Exim. */
const relaysNot = /\brelay(ing)?\b(?! recipient)|rcpthosts|sender verify failed/i;

/** Exchange's words for a sender that is not ours, or whose own mailbox is full, with a status that does not say which mailbox it means. */
const ourMailbox = /SendAsDenied|STOREDRV\.Submission\.Exception:QuotaExceeded/i;

/** We have sent as much as we may for now: Gmail (5.4.5, which RFC 3463 knows as congestion) and Exchange Online say so with a permanent code. */
const limitReached = /^5\.(4\.5|1\.90|7\.23[23])$/;
const limitInWords = /SubmissionQuotaExceeded/i;

/**
 * Classifies a failed attempt. Only a permanent response to the recipient or to the email fails it. A rejected sender or login is a
 * wrong setting, and emails wait; so does one whose recipient is denied. Everything else is temporary: 4xx, time-outs, refused
 * connections, TLS errors.
 */
function readFailure(error: unknown): Delivery {
  const failed = (error ?? {}) as SmtpError;
  const { response, rejectedErrors = [] } = failed;
  const failure = { kind: kindOf(failed), reply: response || errorMessage(error) };
  return new Set(rejectedErrors.map(kindOf)).size > 1 ? sentApart(failure, rejectedErrors) : failure;
}

function sentApart({ kind, reply }: Delivery, refused: SmtpError[]): Delivery {
  const replies = refused.map(({ recipient, response, message }) => `${recipient}: ${response ?? message}`);
  return {
    kind,
    reply: [...(kind === 'sent' ? [reply] : []), ...replies].join('; '),
    sendSeparately: refused.flatMap(({ recipient }) => recipient ?? []),
  };
}

function kindOf(error: SmtpError): Delivery['kind'] {
  const { code, command, responseCode = 0, response = '' } = error;
  const permanent = responseCode >= 500 && responseCode < 600 && responseCode !== 503;
  if (error instanceof TokenError) return error.isRefused ? 'misconfigured' : 'unreachable';
  if (code === 'EAUTH') return responseCode >= 400 && responseCode < 500 ? 'unreachable' : 'misconfigured';
  if (permanent && loginCodes.includes(responseCode)) return 'misconfigured';
  const status = statusOf(response);
  if (permanent && (limitReached.test(status) || limitInWords.test(response))) return 'deferred';
  const isTooLong = responseCode === 552 || code === 'EMESSAGE';
  if (command === 'MAIL FROM' && (isTooLong || (permanent && aboutTheEmail.test(status)))) return 'refused';
  if (command === 'MAIL FROM' && permanent) return 'misconfigured';
  if (command === 'RCPT TO' && permanent) return isDenied(status, response) ? 'denied' : 'refused';
  if (command === 'DATA' && permanent) return aboutUs.test(status) || ourMailbox.test(response) ? 'misconfigured' : 'refused';
  const isAboutTheEmail = command === 'MAIL FROM' || command === 'RCPT TO' || command === 'DATA';
  return isAboutTheEmail && responseCode > 0 ? 'deferred' : 'unreachable';
}

/**
 * The enhanced status of a response: after the code of a line, maybe with a mark of the server's or IronPort's `#` before it, or as qmail
 * writes it, `(#5.7.1)`. Empty where it has none that says something.
 */
function statusOf(response: string): string {
  const found = response.matchAll(/^\d{3}[ -](?:\[\w*\] ?)?#?(\d\.\d+\.\d+)\b|#(\d\.\d+\.\d+)\)/gm);
  return [...found].map(([, first, last]) => first ?? last ?? '').find((status) => !/^5\.[05]\./.test(status)) ?? '';
}

/** A refused recipient whom a policy forbids, or for whom we may not relay. Words count only where there is no status. */
function isDenied(status: string, response: string): boolean {
  return status === '' ? relaysNot.test(response) : status.startsWith('5.7.') || aboutUs.test(status);
}
