import { errorMessage } from '#server/observability/log.ts';
import type { Delivery } from './mailer.ts';

/** What the mail library throws: the step that failed, and the server's code and words where it said any. */
type SmtpError = { code?: string; command?: string; responseCode?: number; response?: string };

/** Authentication required, too weak, failed, or needs encryption: whatever the step, it is about us. */
const aboutOurLogin = [530, 534, 535, 538];

/** Exchange looks at the sender only when it has the whole e-mail. */
const aboutOurSender = /\b5\.(7\.60|2\.252)\b/;

/** "You may not send through me", said of a recipient. */
const relaying = /\b5\.7\.\d+\b|relay/i;

/**
 * Reads a failed attempt. Only a permanent answer to the recipient or to the e-mail ends the attempts. A rejected sender or login is ours
 * to mend while e-mails wait. Everything else can pass: 4xx, time-outs, refused connections, TLS trouble.
 */
export function readFailure(error: unknown): Delivery {
  const { response } = (error ?? {}) as SmtpError;
  return { kind: kindOf((error ?? {}) as SmtpError), answer: response || errorMessage(error) };
}

function kindOf({ code, command, responseCode = 0, response = '' }: SmtpError): Delivery['kind'] {
  const permanent = responseCode >= 500 && responseCode < 600 && responseCode !== 503;
  if (code === 'EAUTH') return responseCode >= 400 && responseCode < 500 ? 'unreachable' : 'misconfigured';
  if (permanent && aboutOurLogin.includes(responseCode)) return 'misconfigured';
  if (command === 'MAIL FROM' && (responseCode === 552 || code === 'EMESSAGE')) return 'refused';
  if (command === 'MAIL FROM' && permanent) return 'misconfigured';
  if (command === 'RCPT TO' && permanent) return relaying.test(response) ? 'misconfigured' : 'refused';
  if (command === 'DATA' && permanent) return aboutOurSender.test(response) ? 'misconfigured' : 'refused';
  const answeredForTheEmail = command === 'MAIL FROM' || command === 'RCPT TO' || command === 'DATA';
  return answeredForTheEmail && responseCode > 0 ? 'deferred' : 'unreachable';
}
