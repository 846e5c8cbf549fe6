import { minute } from '#forms/durations.ts';
import type { Log, LogFields } from './log.ts';
import { createTokenBuckets } from './token-buckets.ts';

/** How many lines of one event are written: more than people cause. What is left out is told as a number, once a minute. */
const written = { burst: 20, perMinute: 20 };
const summaryMs = minute;

type SummedLog = Log & { flush: () => void };

/**
 * A log for what strangers cause: somebody who sends refused requests without end would otherwise fill the disk with their lines. Errors
 * and submissions that were stored are written as they come.
 */
export function sumUpLines(log: Log, now: () => number): SummedLog {
  const buckets = createTokenBuckets(written);
  const leftOut = new Map<string, number>();
  let timer: NodeJS.Timeout | null = null;

  function flush(): void {
    if (timer) clearTimeout(timer);
    timer = null;
    for (const [line, count] of leftOut) {
      const [event = '', kind] = line.split('\n');
      log.warn('lines left out', { of: event, kind: kind || undefined, count });
    }
    leftOut.clear();
  }

  const summed =
    (level: 'debug' | 'info' | 'warn') =>
    (event: string, fields: LogFields = {}) => {
      const kind = kindOf(fields);
      const line = `${event}\n${kind}`;
      if (storedOutcomes.includes(kind)) return log[level](event, fields);
      if (buckets.waitSeconds(line, now()) === 0) {
        buckets.take(line, now());
        log[level](event, fields);
        return;
      }
      leftOut.set(line, (leftOut.get(line) ?? 0) + 1);
      timer ??= setTimeout(flush, summaryMs).unref();
    };

  return { debug: summed('debug'), info: summed('info'), warn: summed('warn'), error: log.error, flush };
}

const storedOutcomes = ['new', 'merged'];

/** What lines of one event are told apart by; one of few values each. */
function kindOf({ reason, limit, outcome }: LogFields): string {
  return String(reason ?? limit ?? outcome ?? '');
}
