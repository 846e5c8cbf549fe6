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
 * What the other side made of it, with its words. `refused`: this letter will never be taken, by this address.
 * `failed`: not now; try again.
 */
export type Delivery = { kind: 'sent' | 'refused' | 'failed'; answer: string };

export type Mailer = {
  send: (message: Message) => Promise<Delivery>;
  close: () => void;
};
