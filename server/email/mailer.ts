/** Connections to the mail server at once; an e-mail on its way has one of them. */
export const maxConnections = 5;

/** An e-mail, ready to be sent. */
export type Message = {
  /** The Message-ID, with its angle brackets: the same for every attempt. */
  id: string;
  /** Its name where e-mails are kept as files. */
  fileName: string;
  from: string;
  to: string;
  replyTo: string | null;
  subject: string;
  html: string;
  text: string;
  /** The Date header, in milliseconds. */
  sentAt: number;
};

/**
 * What became of an attempt, with the other side's words.
 * - `sent`: it has the e-mail and answers for it now.
 * - `refused`: it will never take this e-mail for this address.
 * - `deferred`: it wants this e-mail later.
 * - `unreachable`: nobody answered as a mail server should (connection, TLS, time).
 * - `misconfigured`: it does not take our sender or our login; nothing goes until somebody mends a setting.
 */
export type Delivery = { kind: 'sent' | 'refused' | 'deferred' | 'unreachable' | 'misconfigured'; answer: string };

/** Whether e-mails could be sent now, as far as that can be told without one. */
export type ServerCheck = { kind: 'ready' | 'unreachable' | 'misconfigured'; answer: string };

export type Mailer = {
  /** Never throws. The signal ends an attempt that is on its way; it then counts as `unreachable`. */
  send: (message: Message, signal?: AbortSignal) => Promise<Delivery>;
  check: () => Promise<ServerCheck>;
  /** Ends every connection at once. */
  close: () => void;
};
