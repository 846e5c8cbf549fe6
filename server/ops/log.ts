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

/** The words of an unknown thrown value. */
export function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
