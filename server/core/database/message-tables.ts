import type { Generated } from 'kysely';

/** How a message came or went. */
export type MessageChannel = 'page' | 'email';

/**
 * What became of a message: one that came in was `received`; one that goes out is `written`, and the row of its e-mail in `jobs`, which
 * has the same id, says whether it was sent; `returned`: a mail server sent it back later; `taken back`: staff undid it before it left.
 */
export type MessageState = 'received' | 'written' | 'returned' | 'taken back';

/**
 * What became of an e-mail that came in: `waiting` to be read; `filed` with a claim; `unsorted`: staff say where it belongs; `noted`: a
 * report of a mail server, or one that we sent ourselves; `dismissed` by staff; `duplicate`: it had come before.
 */
export type InboundState = 'waiting' | 'filed' | 'unsorted' | 'noted' | 'dismissed' | 'duplicate';

export type MessageTables = {
  /** What the claimant and the team wrote to each other about a claim. */
  messages: {
    id: string;
    submission_id: string;
    direction: Generated<'in' | 'out'>;
    channel: Generated<MessageChannel>;
    /** When it was written, or received. */
    at: number;
    /** The member of staff who wrote it, also from their own mailbox; null for one from outside. */
    by: Generated<string | null>;
    /** The e-mail address that it came from or went to; null for one from the page of the claim. */
    address: Generated<string | null>;
    subject: Generated<string | null>;
    text: string;
    /** The Message-ID of an e-mail, with its angle brackets, and that of the e-mail which it answers. */
    message_id: Generated<string | null>;
    in_reply_to: Generated<string | null>;
    state: Generated<MessageState>;
    /** When the one that came in was answered; of the page's, `update_answered_at` of the claim says so too. */
    answered_at: Generated<number | null>;
    /** Where the e-mail that came in is kept as it came. */
    raw_key: Generated<string | null>;
    /** 1 where a mail server that we trust says that the e-mail is from the domain that it names. */
    is_sender_proven: Generated<number>;
    /** 1 where its headers say that a program or a list sent it. */
    is_automatic: Generated<number>;
    /** To whom answers are to go, where that is another address than that it came from. */
    reply_to: Generated<string | null>;
    /** The files of an e-mail as JSON: by name the id of the file, or why it was not kept. */
    files: Generated<string | null>;
  };
  /** The e-mails that came in. Each is kept as it came under `inbound/<id>` in the store of files. */
  inbound_emails: {
    id: string;
    received_at: number;
    way: 'post' | 'imap';
    size: number;
    sha256: string;
    state: InboundState;
    submission_id: Generated<string | null>;
    /** By which one that comes by two ways is recognised. */
    message_key: Generated<string | null>;
    message_id: Generated<string | null>;
    /** What staff are shown of one that belongs to no claim. */
    sender: Generated<string | null>;
    subject: Generated<string | null>;
    text: Generated<string | null>;
    is_sender_proven: Generated<number>;
    is_automatic: Generated<number>;
    reply_to: Generated<string | null>;
    /** Why it is in this state. */
    detail: Generated<string | null>;
  };
  /** How far a mailbox was read. */
  inbound_cursors: {
    id: string;
    uid_validity: string;
    uid: number;
    /** When the newest e-mail that was kept arrived in it. */
    at: number;
    /** Of e-mails with a number below `since_below` only those that arrived after `since` are read; null: all. */
    since: Generated<number | null>;
    since_below: Generated<number | null>;
  };
};
