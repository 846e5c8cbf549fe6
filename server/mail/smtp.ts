import { wordsOf } from '#server/ops/log.ts';
import type { Delivery, Mailer } from './mailer.ts';
import { openSmtp } from './transport.ts';

/** Sends by SMTP. */
export function createSmtpMailer(smtpUrl: string): Mailer {
  const smtp = openSmtp(smtpUrl);
  return {
    send: async (message) => {
      try {
        return { kind: 'sent', answer: await smtp.send(message) };
      } catch (error) {
        return readFailure(error);
      }
    },
    close: smtp.close,
  };
}

/**
 * Only a permanent answer to the recipient or to the letter itself ends the tries. Everything else can pass:
 * a 4xx, a time-out, a refused connection, TLS trouble; and a rejected sender or login is ours to mend while letters wait.
 */
export function readFailure(error: unknown): Delivery {
  const answer = wordsOf(error);
  const { responseCode, command } = (error ?? {}) as { responseCode?: number; command?: string };
  const permanent = responseCode !== undefined && responseCode >= 500 && responseCode < 600;
  return { kind: permanent && (command === 'RCPT TO' || command === 'DATA') ? 'refused' : 'failed', answer };
}
