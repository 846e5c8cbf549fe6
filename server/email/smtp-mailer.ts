import type { Mailer } from './mailer.ts';
import { readFailure } from './smtp-answers.ts';
import { openSmtp } from './smtp-transport.ts';

/** The longest that one attempt may take in all, also with a server that answers a character at a time. Well under a lease. */
const longestAttemptMs = 45_000;

/** Sends by SMTP. */
export function createSmtpMailer(smtpUrl: string, options: { longestAttemptMs?: number } = {}): Mailer {
  const smtp = openSmtp(smtpUrl);
  return {
    send: async (message, signal) => {
      const ending = new AbortController();
      const end = () => ending.abort();
      let isLate = false;
      // Not AbortSignal.timeout, which would keep each e-mail's signals in memory for the whole time after it was sent.
      const limit = setTimeout(() => {
        isLate = true;
        end();
      }, options.longestAttemptMs ?? longestAttemptMs);
      signal?.addEventListener('abort', end, { once: true });
      if (signal?.aborted) end();
      try {
        return { kind: 'sent', answer: await smtp.send(message, ending.signal) };
      } catch (error) {
        const failure = readFailure(error);
        return isLate ? { ...failure, answer: 'The mail server took too long.' } : failure;
      } finally {
        clearTimeout(limit);
        signal?.removeEventListener('abort', end);
      }
    },
    check: async () => {
      try {
        await smtp.verify();
        return { kind: 'ready', answer: 'The mail server answers.' };
      } catch (error) {
        const { kind, answer } = readFailure(error);
        return { kind: kind === 'misconfigured' ? 'misconfigured' : 'unreachable', answer };
      }
    },
    close: smtp.close,
  };
}
