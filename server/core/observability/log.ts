import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { pino } from 'pino';

type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/** The fields of a line: references, ids, counts, durations, replies of servers. Never an answer that a visitor typed. */
export type LogFields = Record<string, string | number | boolean | null | undefined>;

export type Log = Record<LogLevel, (event: string, fields?: LogFields) => void>;

/** Fields that must not be logged: their value is censored. */
const redactedFields = ['password', 'token', 'secret', 'cookie', 'authorization', 'email', 'phone', 'link', 'url'];

/** Writes JSON lines: `level`, `at` (ISO 8601, UTC), the request's id where there is one, the fields and `event`. */
export function createLog(options: { level: LogLevel | 'silent'; write: (line: string) => void; now?: () => number }): Log {
  const now = options.now ?? Date.now;
  const logger = pino(
    {
      level: options.level,
      base: null,
      messageKey: 'event',
      timestamp: () => `,"at":"${new Date(now()).toISOString()}"`,
      formatters: { level: (level) => ({ level }) },
      mixin: () => {
        const requestId = currentRequestId();
        return requestId === null ? {} : { requestId };
      },
      redact: { paths: redactedFields, censor: '…' },
    },
    { write: options.write },
  );
  const at = (level: LogLevel) => (event: string, fields?: LogFields) => logger[level](fields ?? {}, event);
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}

/** The message of an unknown thrown value. A connection tried at several addresses fails with an AggregateError without one. */
export function errorMessage(error: unknown): string {
  if (error instanceof AggregateError && !error.message) return [...new Set(error.errors.map(errorMessage))].join('; ');
  return error instanceof Error ? error.message : String(error);
}

/** A server's reply without any answer that a visitor typed: a mail server may quote the email that it refuses. */
export function withoutAnswers(reply: string, answers: Record<string, string>): string {
  const typed = Object.values(answers).filter((answer) => answer.length >= 2 && reply.includes(answer));
  return typed.toSorted((a, b) => b.length - a.length).reduce((left, answer) => left.replace(wholeWords(answer), '…'), reply);
}

/** A server's reply without the secret of a one-time link, or of a claim's private link at whatever address it was typed. */
export function withoutLinkTokens(reply: string): string {
  return reply.replaceAll(/([?&](?:invitation|token)=|\/(?=[A-Z\d]{8}[\w-]{32}))[\w-]+/g, '$1…');
}

/** A path as the log may have it: without the secret of a link, and not at all with an email address or a phone number in it. */
export function pathForLog(path: string): string {
  return /@|%40|(?<![\da-f-])(?:\d(?: |%20)?){9}/i.test(path) ? '…' : withoutLinkTokens(path);
}

function wholeWords(text: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])${text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}(?![\\p{L}\\p{N}])`, 'gu');
}

const current = new AsyncLocalStorage<string>();

/** The id of the current request; null outside of one. */
export function currentRequestId(): string | null {
  return current.getStore() ?? null;
}

/** Runs `work`, and what it starts, with this id. */
export function withRequestId<T>(id: string, work: () => T): T {
  return current.run(id, work);
}

export function newRequestId(): string {
  return randomUUID();
}
