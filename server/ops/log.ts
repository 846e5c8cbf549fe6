type Level = 'debug' | 'info' | 'warn' | 'error';
const weights = { debug: 10, info: 20, warn: 30, error: 40, silent: 100 };

/** What may stand on a line: references, ids, counts, durations, words of servers. Never an answer that a visitor typed. */
export type LogFields = Record<string, string | number | boolean | null | undefined>;

export type Log = Record<Level, (event: string, fields?: LogFields) => void>;

/** JSON lines: `at` (ISO 8601, UTC), `level`, `event` and the fields. */
export function createLog(options: { level: keyof typeof weights; write: (line: string) => void; now?: () => number }): Log {
  const now = options.now ?? Date.now;
  const at = (level: Level) => (event: string, fields?: LogFields) => {
    if (weights[level] < weights[options.level]) return;
    options.write(`${JSON.stringify({ at: new Date(now()).toISOString(), level, event, ...fields })}\n`);
  };
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}

/** The words of an unknown thrown value. A connection tried at several addresses fails with all of them and no words of its own. */
export function wordsOf(error: unknown): string {
  if (error instanceof AggregateError && !error.message) return [...new Set(error.errors.map(wordsOf))].join('; ');
  return error instanceof Error ? error.message : String(error);
}

/** Words of a server with every answer in them taken out that a visitor typed: a server may quote the letter it refuses. */
export function withoutAnswers(words: string, answers: Record<string, string>): string {
  const typed = Object.values(answers).filter((answer) => answer.length >= 2);
  return typed.toSorted((a, b) => b.length - a.length).reduce((left, answer) => left.replace(wholeWords(answer), '…'), words);
}

function wholeWords(text: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])${text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}(?![\\p{L}\\p{N}])`, 'gu');
}
