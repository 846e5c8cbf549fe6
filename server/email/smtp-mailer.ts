import type { Mailer } from './mailer.ts';
import { readFailure } from './smtp-answers.ts';
import { openSmtp } from './smtp-transport.ts';

/** The longest that one attempt may take in all, also with a server that answers a character at a time. Well under a lease. */
const maxAttemptMs = 45_000;

const tooLong = 'The mail server took too long.';

/** Sends by SMTP. */
export function createSmtpMailer(smtpUrl: string, options: { maxAttemptMs?: number } = {}): Mailer {
  const smtp = openSmtp(smtpUrl);
  return {
    send: async (message, signal) => {
      const limit = limited(signal);
      try {
        return { kind: 'sent', answer: await smtp.send(message, limit.signal) };
      } catch (error) {
        const failure = readFailure(error);
        return limit.isLate() ? { ...failure, answer: tooLong } : failure;
      } finally {
        limit.end();
      }
    },
    check: async () => {
      const limit = limited();
      try {
        await smtp.verify(limit.signal);
        return { kind: 'ready', answer: 'The mail server answers.' };
      } catch (error) {
        const { kind, answer } = readFailure(error);
        return { kind: kind === 'misconfigured' ? 'misconfigured' : 'unreachable', answer: limit.isLate() ? tooLong : answer };
      } finally {
        limit.end();
      }
    },
    close: smtp.close,
  };

  /** Aborts after the longest time, or with the signal. `end` when it is no longer needed. */
  function limited(signal?: AbortSignal) {
    const ending = new AbortController();
    const cut = () => ending.abort();
    let isLate = false;
    // Not AbortSignal.timeout, which would keep each e-mail's signals in memory for the whole time after it was sent.
    const timer = setTimeout(() => {
      isLate = true;
      cut();
    }, options.maxAttemptMs ?? maxAttemptMs);
    signal?.addEventListener('abort', cut, { once: true });
    if (signal?.aborted) cut();
    return {
      signal: ending.signal,
      isLate: () => isLate,
      end: () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', cut);
      },
    };
  }
}
