/** A letter, ready to be sent. */
export type Message = {
  /** The Message-ID, with its angle brackets: the same for every try. */
  id: string;
  /** Its name where letters are kept as files. */
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
 * What became of a try, with the other side's words.
 * - `sent`: it has the letter and answers for it now.
 * - `refused`: it will never take this letter for this address.
 * - `deferred`: it wants this letter later.
 * - `unreachable`: nobody answered as a mail server should (connection, TLS, time).
 * - `barred`: it does not take our sender or our login; nothing goes until somebody mends a setting.
 */
export type Delivery = { kind: 'sent' | 'refused' | 'deferred' | 'unreachable' | 'barred'; answer: string };

/** Whether letters could be sent now, as far as that can be told without one. */
export type LineCheck = { kind: 'ready' | 'unreachable' | 'barred'; answer: string };

export type Mailer = {
  /** Never throws. The signal ends a try that is on its way; it then counts as `unreachable`. */
  send: (message: Message, signal?: AbortSignal) => Promise<Delivery>;
  check: () => Promise<LineCheck>;
  /** Ends every connection at once. */
  close: () => void;
};
