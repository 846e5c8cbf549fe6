/** Connections to the mail server at once, for emails to the team and to staff; each email that is being sent uses one. */
export const maxConnections = 5;

/** Connections for emails to senders of a form, in addition to those for the team and staff, from whom they never take one. */
export const senderConnections = 1;

/** A mailbox in the header of an email: the name that is shown, or none, and the address. */
export type Mailbox = { name: string; address: string };

export function mailboxOf(address: string): Mailbox {
  return { name: '', address };
}

/**
 * How many emails may wait for a late answer besides those that are being sent. The answer to the end of an email can take ten minutes
 * (RFC 5321), in which its connection does nothing else, while the others go on.
 */
export const maxLate = 45;

/** An email, ready to be sent. */
export type Message = {
  /** The Message-ID, with its angle brackets: the same for every attempt. */
  id: string;
  /** The name of the file, for emails that are kept as files. */
  fileName: string;
  from: Mailbox;
  to: Mailbox[];
  replyTo: string | null;
  subject: string;
  html: string;
  text: string;
  /** The Date header, in milliseconds. */
  sentAt: number;
  /** The Auto-Submitted header (RFC 3834), which keeps programs from replying automatically; null for what a person wrote. */
  autoSubmitted: 'auto-replied' | 'auto-generated' | null;
  /** Further headers. */
  headers?: Record<string, string> | undefined;
  /** The Message-IDs of the thread that it goes on, with their angle brackets, oldest first: In-Reply-To is the last of them. */
  references?: string[] | undefined;
};

/**
 * The result of an attempt, with the response of the mail server or the error.
 * - `sent`: the mail server has accepted the email.
 * - `refused`: it will never accept this email for this address.
 * - `deferred`: it may accept this email later.
 * - `unreachable`: there was no valid SMTP response (connection, TLS, time).
 * - `denied`: it does not deliver to this recipient for us. Either the recipient's policy turns us away, or the server relays for
 *   nobody with our settings: one response alone does not show which.
 * - `unknown`: it had the whole email, and gave no answer: the recipient may have it or get it later.
 * - `misconfigured`: it rejects our sender or login, until somebody corrects a setting.
 */
export type Delivery = {
  kind: 'sent' | 'refused' | 'deferred' | 'denied' | 'unreachable' | 'unknown' | 'misconfigured';
  reply: string;
  /** Recipients that were refused though others were accepted, or each with another response: each needs an email of its own. */
  sendSeparately?: string[];
};

/** Whether emails could be sent now, as far as can be found out without sending one. */
export type ServerCheck = { kind: 'ready' | 'unreachable' | 'misconfigured'; reply: string };

export type Mailer = {
  /** Never throws. `signal` aborts the attempt, which then counts as `unreachable` or `unknown`. */
  send: (message: Message, signal?: AbortSignal) => Promise<Delivery>;
  check: () => Promise<ServerCheck>;
  /** How many emails have waited for their answer for so long that they do not count among those that are being sent. */
  late: () => number;
  /** Ends every connection at once. */
  close: () => void;
};
