import { pino } from 'pino';
import { currentRequestId } from './request-id.ts';

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/** What may stand on a line: references, ids, counts, durations, words of servers. Never an answer that a visitor typed. */
export type LogFields = Record<string, string | number | boolean | null | undefined>;

export type Log = Record<LogLevel, (event: string, fields?: LogFields) => void>;

/** Fields that must not be on a line; should one be all the same, its value is not. */
const secrets = ['password', 'token', 'secret', 'cookie', 'authorization', 'email', 'phone', 'link', 'url'];

/** JSON lines: `level`, `at` (ISO 8601, UTC), the request's id where there is one, the fields and `event`. */
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
      redact: { paths: secrets, censor: '…' },
    },
    { write: options.write },
  );
  const at = (level: LogLevel) => (event: string, fields?: LogFields) => logger[level](fields ?? {}, event);
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}

/** The words of an unknown thrown value. A connection tried at several addresses fails with all of them and no words of its own. */
export function errorMessage(error: unknown): string {
  if (error instanceof AggregateError && !error.message) return [...new Set(error.errors.map(errorMessage))].join('; ');
  return error instanceof Error ? error.message : String(error);
}

/** Words of a server with every answer in them taken out that a visitor typed: a server may quote the letter it refuses. */
export function withoutAnswers(words: string, answers: Record<string, string>): string {
  const typed = Object.values(answers).filter((answer) => answer.length >= 2 && words.includes(answer));
  return typed.toSorted((a, b) => b.length - a.length).reduce((left, answer) => left.replace(wholeWords(answer), '…'), words);
}

/** Words of a server without the secret of a one-time link in them. */
export function withoutLinkTokens(words: string): string {
  return words.replaceAll(/([?&](?:invitation|token)=)[\w-]+/g, '$1…');
}

function wholeWords(text: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])${text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}(?![\\p{L}\\p{N}])`, 'gu');
}
